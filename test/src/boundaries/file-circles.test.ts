import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const RELATIVE = /(?:from|import\()\s*'(\.[^']*)'|^import '(\.[^']*)'/gm

/** The files of sources and those each leads to, types included; between packages arrows are held elsewhere. */
function filesAndTargets(texts: ReadonlyMap<string, string>): Map<string, readonly string[]> {
  const targetsOf = (path: string, text: string) =>
    [...text.matchAll(RELATIVE)].flatMap(([, from, alone]) => {
      const named = join(dirname(path), from ?? alone ?? '').replace(/\.js$/, '')
      const target = ['.ts', '.tsx', '/index.ts', '/index.tsx']
        .map((end) => named + end)
        .find((each) => texts.has(each))
      return target === undefined ? [] : [target]
    })
  return new Map([...texts].map(([path, text]) => [path, targetsOf(path, text)]))
}

/** The files that lead to themselves. */
function inCircles(targets: ReadonlyMap<string, readonly string[]>): string[] {
  return [...targets.keys()].filter((start) => {
    const reached = new Set(targets.get(start))
    for (const path of reached) for (const next of targets.get(path) ?? []) reached.add(next)
    return reached.has(start)
  })
}

function withSources(group: string): string[] {
  return readdirSync(join(ROOT, group)).filter(
    (name) => existsSync(join(ROOT, group, name, 'package.json')) && existsSync(join(ROOT, group, name, 'src')),
  )
}

it('no file of the sources leads to itself, types included', () => {
  const texts = new Map(
    ['apps', 'packages'].flatMap((group) =>
      withSources(group).flatMap((name) =>
        readdirSync(join(ROOT, group, name, 'src'), { recursive: true, encoding: 'utf8' })
          .filter((path) => /(?<!\.test|\.d)\.tsx?$/.test(path))
          .map((path) => join(ROOT, group, name, 'src', path))
          .map((path) => [relative(ROOT, path), readFileSync(path, 'utf8')] as const),
      ),
    ),
  )
  const targets = filesAndTargets(texts)
  expect([...targets.values()].flat().length).toBeGreaterThan(2000)
  expect(inCircles(targets)).toEqual([])
})

it('finds a circle of types through a third file', () => {
  const texts = new Map([
    ['a/x.ts', `import type { Y } from './y.js'`],
    ['a/y.ts', `export { Z } from '../b/z.js'`],
    ['b/z.tsx', `const x = () => import('../a/x')`],
    ['b/w.ts', `import '../a/x.js'`],
  ])
  expect(inCircles(filesAndTargets(texts))).toEqual(['a/x.ts', 'a/y.ts', 'b/z.tsx'])
})
