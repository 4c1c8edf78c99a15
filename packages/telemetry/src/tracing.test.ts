import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { traceOfTrial } from './tracing.js'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const tracedAmong = (trialsTotal: number) =>
  Array.from({ length: trialsTotal }, () => traceOfTrial({ traceparent, trialsTotal }, randomUUID())).filter(
    (trace) => trace !== null,
  ).length

it('traces every trial of a small evaluation, and about 32 of a large one however large it is', () => {
  expect(tracedAmong(32)).toBe(32)
  for (const trials of [1000, 100_000]) {
    // A Poisson count of mean 32: outside 32 ± 28 less often than once in a million runs.
    expect(tracedAmong(trials)).toBeGreaterThan(4)
    expect(tracedAmong(trials)).toBeLessThan(60)
  }
})

it('traces nothing of an evaluation that was submitted without a trace', () => {
  expect(traceOfTrial({ traceparent: null, trialsTotal: 1 }, randomUUID())).toBeNull()
})
