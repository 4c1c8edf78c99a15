import type { BenchmarkView } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { benchmarkListText } from './benchmark-text.js'

const benchmark: BenchmarkView = {
  name: 'gsm8k',
  title: 'GSM8K',
  origin: 'imported',
  revision: 'a'.repeat(64),
  answerKind: 'math',
  questions: 1319,
  createdAt: '2026-01-31T10:00:00.000Z',
}

it('lists what an evaluation can name, what it asks, and since when, in a line that a terminal holds', () => {
  const long = { ...benchmark, name: 'mine', answerKind: 'choice' as const, questions: 8, title: 'My own\n'.repeat(30) }
  const made = { ...benchmark, name: 'demo', origin: 'generated' as const, title: 'Demonstration' }
  const lines = benchmarkListText([benchmark, made, long])
  expect(lines.slice(0, 3)).toEqual([
    'benchmark   questions   answers     imported   title',
    'gsm8k           1,319      math   2026-01-31   GSM8K',
    'demo            1,319      math   2026-01-31   Demonstration (generated)',
  ])
  expect(lines[3]).toMatch(/^mine +8 +choice +2026-01-31 +My own\\nMy own.*…$/u)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100)
})

it('marks a generated benchmark once', () => {
  const made = { ...benchmark, origin: 'generated' as const, title: 'Counter (generated)' }
  expect(benchmarkListText([made])[1]).toMatch(/ Counter \(generated\)$/u)
})

it('says how to import one where there is none', () => {
  expect(benchmarkListText([])).toEqual([expect.stringContaining('cges benchmark import gsm8k')])
})
