import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FIGURE_ONE, figureOne } from './figure-one.js'

const rows = figureOne()
const of = (id: 'a' | 'b', name: string) => rows.find((row) => row.case === id && row.method.startsWith(name))

it('a: all find the right answer, the others with all 16 samples, CGES with one', () => {
  expect(rows.filter((row) => row.case === 'a').every(({ isRight }) => isRight)).toBe(true)
  for (const name of ['sc', 'esc', 'asc-beta', 'asc-dirichlet']) expect(of('a', name)?.calls, name).toBe(16)
  expect(of('a', 'cges')?.calls).toBe(1)
})

it('b: SC and ESC give the plurality, ASC what led early, both wrong; CGES the sure minority', () => {
  expect([of('b', 'sc')?.answer, of('b', 'esc')?.answer]).toEqual(['28', '28'])
  expect([of('b', 'asc-beta')?.answer, of('b', 'asc-dirichlet')?.answer]).toEqual(['28+√17', '28+√17'])
  expect(of('b', 'cges')).toMatchObject({ answer: '29', isRight: true })
})

it('is what the example that comes along holds', () => {
  const lines = readFileSync(new URL('../../../../examples/figure-1.jsonl', import.meta.url), 'utf8').trimEnd()
  const read = lines
    .split('\n')
    .map((line) => JSON.parse(line) as { samples: { answer: string; confidence: number }[] })
  expect(read.map(({ samples }) => samples.map(({ answer, confidence }) => [answer, confidence]))).toEqual(
    FIGURE_ONE.map(({ samples }) => samples),
  )
})
