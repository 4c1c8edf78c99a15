import type { ReadSample } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { contiguousPrefix } from './contiguous-prefix.js'

function sample(index: number, changes: Partial<ReadSample> = {}): ReadSample {
  return { index, outcome: 'answer', answerKey: `a${index}`, signals: { 'lns-arith': 0.5 }, ...changes }
}

const answers = (samples: readonly ReadSample[]) => contiguousPrefix(samples).votes.map(({ answer }) => answer)

it('shows methods the samples from index 0 on, up to the first gap', () => {
  expect(answers([])).toEqual([])
  expect(answers([sample(1), sample(2)])).toEqual([])
  expect(answers([sample(0), sample(1), sample(3), sample(4)])).toEqual(['a0', 'a1'])
  expect(contiguousPrefix([sample(0), sample(2)]).blocked).toBe(false)
})

it('gives a vote to an answer alone, whatever else was stored', () => {
  for (const outcome of ['no_answer', 'truncated', 'declined'] as const) {
    const { votes, blocked } = contiguousPrefix([sample(0, { outcome }), sample(1)])
    expect(votes).toEqual([
      { answer: null, confidences: { 'lns-arith': 0.5 } },
      { answer: 'a1', confidences: { 'lns-arith': 0.5 } },
    ])
    expect(blocked).toBe(false)
  }
})

it('has no confidences where the server gave none', () => {
  expect(contiguousPrefix([sample(0, { signals: null })]).votes).toEqual([{ answer: 'a0', confidences: {} }])
})

it('ends at a sample that could not be drawn, and is blocked only where that is the next one', () => {
  for (const outcome of ['invalid_request', 'infra_error'] as const) {
    const lost = sample(1, { outcome, answerKey: null, signals: null })
    expect(contiguousPrefix([sample(0), lost, sample(2)])).toEqual({
      votes: [{ answer: 'a0', confidences: { 'lns-arith': 0.5 } }],
      blocked: true,
    })
    expect(contiguousPrefix([lost, sample(2)]).blocked).toBe(false)
    expect(contiguousPrefix([{ ...lost, index: 0 }])).toEqual({ votes: [], blocked: true })
  }
})
