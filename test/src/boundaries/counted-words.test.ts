import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A hand-written plural: `=== 1 ? '' : 's'`, `=== 1 ? 'call' : 'calls'`, `=== 1 ? 'is' : 'are'`. */
const BY_HAND = /[!=]== 1 \? '(?:'\s*: 's'|(?<one>\w+)' : '\k<one>s'|(?:is|are|has|have|was|were)')/
/** `counted` itself, and the questions of the demonstration, which a release keeps word for word. */
const EXCEPT = /^(?:packages\/core\/src\/counted\.ts|packages\/formats\/src\/benchmarks\/demo\/)/

const sources = ['apps', 'packages']
  .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(group, name, 'src')))
  .flatMap((folder) => walk(folder))

function walk(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  } catch {
    return []
  }
}

it('are written by one function in all programs and pages', () => {
  const looked = sources.filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !EXCEPT.test(path))
  expect(looked.length).toBeGreaterThan(500)
  const offences = looked.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (BY_HAND.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(offences).toEqual([])
})
