import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { arrowsAgainst, folderArrows, foldersInCircles } from './folder-arrows.js'

const SOURCES = new URL('../../../apps/dashboard/src/', import.meta.url)

const sources = readdirSync(fileURLToPath(SOURCES), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, SOURCES), 'utf8') }))
const arrows = folderArrows(sources)

describe('the folders of the dashboard', () => {
  it('import each other in one direction, types included', () => {
    expect(arrows.size).toBeGreaterThan(20)
    expect(foldersInCircles(arrows)).toEqual([])
  })

  it('know no page where several pages use them, and no route', () => {
    const shared = ['addresses', 'api', 'live', 'ui']
    expect(shared.filter((folder) => arrowsAgainst(arrows, { from: ['views'], to: [folder] }).length === 0)).toEqual([])
    expect(arrowsAgainst(arrows, { from: shared, to: ['views', 'app'] })).toEqual([])
    expect(arrowsAgainst(arrows, { from: ['views'], to: ['app'] })).toEqual([])
  })

  it('read addresses without anything that reads or shows', () => {
    expect(arrowsAgainst(arrows, { from: ['addresses'], to: ['api', 'live', 'ui'] })).toEqual([])
    expect(arrowsAgainst(arrows, { from: ['api', 'live'], to: ['ui'] })).toEqual([])
  })
})

const source = (path: string, ...imports: string[]) => ({ path, text: imports.join('\n') })

describe('the checker of folders', () => {
  it('finds a circle of types, of a part loaded later, and one through a third folder', () => {
    const type = [source('a/x.ts', `import type { Y } from '../b/y'`), source('b/y.ts', `export { X } from '../a/x'`)]
    expect(foldersInCircles(folderArrows(type))).toEqual(['a', 'b'])
    const later = [source('a/x.tsx', `fetchLater(() => import('../b/y'))`), source('b/y.tsx', `import '../a/x'`)]
    expect(foldersInCircles(folderArrows(later))).toEqual(['a', 'b'])
    const three = [
      source('a/x.ts', `import { y } from '../b/y'`),
      source('b/y.ts', `import { z } from './c/z'`),
      source('b/c/z.ts', `import { x } from '../../a/x'`),
      source('d/w.ts', `import { x } from '../a/x'`),
    ]
    expect(foldersInCircles(folderArrows(three))).toEqual(['a', 'b', 'b/c'])
  })

  it('finds an arrow from a folder within one to a folder within one that it may not know', () => {
    const drawn = folderArrows([source('ui/charts/x.ts', `import { y } from '../../views/list/y'`)])
    expect(arrowsAgainst(drawn, { from: ['ui'], to: ['views'] })).toEqual(['ui/charts -> views/list'])
    expect(arrowsAgainst(drawn, { from: ['u'], to: ['views'] })).toEqual([])
  })
})
