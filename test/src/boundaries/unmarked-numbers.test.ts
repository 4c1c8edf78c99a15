import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SOURCES = fileURLToPath(new URL('../../../apps/dashboard/src', import.meta.url))

/** Files that take numbers off a page: text to the clipboard, a picture to a file. */
const TAKING = ['ui/table/copy-table.tsx', 'ui/charts/save-picture.tsx']
/** Files that make such a text or picture, and the only file that may import each. */
const REQUESTED_BY: Readonly<Record<string, string>> = {
  'ui/table/table-forms.ts': 'ui/table/copy-table.tsx',
  'ui/charts/chart-files.ts': 'ui/charts/save-picture.tsx',
}

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .toSorted()
const textOf = (path: string) => readFileSync(join(SOURCES, path), 'utf8')

/** The files of the dashboard that a file imports. */
function imported(path: string): string[] {
  return [...textOf(path).matchAll(/(?:from |import\()'(\.[^']+)'/g)].flatMap(([, target = '']) => {
    const found = ['.tsx', '.ts'].map((ending) => `${join(SOURCES, dirname(path), target)}${ending}`).find(existsSync)
    return found === undefined ? [] : [relative(SOURCES, found)]
  })
}

/** A file and all its transitive imports. */
function reached(from: string): Set<string> {
  const seen = new Set([from])
  for (const path of seen) for (const next of imported(path)) seen.add(next)
  return seen
}

/** The page's own layout and those of its parent folders. */
function layoutsOf(page: string): string[] {
  const folders = dirname(page).split('/')
  return folders
    .map((_, at) => join(...folders.slice(0, at + 1), 'layout.tsx'))
    .filter((path) => existsSync(join(SOURCES, path)))
}

/** Whether a file or its imports provide the provenance of their numbers. */
function saysWhose(path: string): boolean {
  return [...reached(path)].some((each) => textOf(each).includes('<ProvenanceScope '))
}

describe('numbers that leave the dashboard', () => {
  it('are written in one place each, which says where they come from', () => {
    for (const [made, asks] of Object.entries(REQUESTED_BY)) {
      expect(
        files.filter((path) => imported(path).includes(made)),
        made,
      ).toEqual([asks])
    }
    for (const path of TAKING) expect(textOf(path), path).toContain('useProvenanceMark()')
  })

  it('leave no page that does not say whose they are', () => {
    const pages = files.filter((path) => /^app\/.*page\.tsx$/.test(path))
    const taking = pages.filter((page) => TAKING.some((path) => reached(page).has(path)))
    expect(taking.length).toBeGreaterThan(2)
    expect(taking.filter((page) => ![page, ...layoutsOf(page)].some(saysWhose))).toEqual([])
  })
})
