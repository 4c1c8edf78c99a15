import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closePercent } from './numbers'

const SOURCES = join(import.meta.dirname, '../..')
/** The words of the command line, which pages write their own way, and the function that does. */
const ELSEWHERE = /\.test\.tsx?$|format\/numbers\.ts$/u
const COMMENT = /^\s*(?:\/\/|\/?\*)/u

test('pages write percentages in one way', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/u.test(name) && !ELSEWHERE.test(name),
  )
  const spaced = files.flatMap((name) =>
    readFileSync(join(SOURCES, name), 'utf8')
      .split('\n')
      .filter((line) => !COMMENT.test(line) && /[\d}] %[^\w(]/u.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(spaced).toEqual([])
})

test('words shared with the command line are written as pages write them', () => {
  expect(closePercent('agree on 62.5 % of 80, from 70.0 to 73.8 %')).toBe('agree on 62.5% of 80, from 70.0 to 73.8%')
})
