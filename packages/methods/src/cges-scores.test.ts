import { expect, it } from 'vitest'
import { cgesScores } from './cges-scores.js'
import type { Vote } from './vote.js'

const votes: Vote[] = [
  { answer: 'A', confidences: { 'lns-arith': 0.9 } },
  { answer: null, confidences: {} },
  { answer: 'B', confidences: { 'lns-arith': 0.6 } },
]

it('explains a trial: candidates with the odds they were given, K, and what is left for other answers', () => {
  const scores = cgesScores(votes, { confidence: 'lns-arith', support: 'dynamic' })
  expect(scores).toMatchObject({ possible: 3, votes: 2, breakEven: 1 / 3, unseen: 1 })
  // Products by hand with K = 3: A .9 · .2, B .05 · .6, OTHER .05 · .2
  const total = 0.9 * 0.2 + 0.05 * 0.6 + 0.05 * 0.2
  expect(scores.candidates.map(({ answer, count }) => [answer, count])).toEqual([
    ['A', 1],
    ['B', 1],
  ])
  expect(scores.candidates[0]?.score).toBeCloseTo((0.9 * 0.2) / total, 12)
  expect(scores.candidates[1]?.score).toBeCloseTo((0.05 * 0.6) / total, 12)
  expect(scores.otherScore).toBeCloseTo((0.05 * 0.2) / total, 12)
})

it('with a fixed support counts every unseen answer in', () => {
  const scores = cgesScores(votes, { confidence: 'lns-arith', support: { fixed: 6 } })
  expect(scores).toMatchObject({ possible: 6, unseen: 4 })
  expect(scores.candidates.reduce((sum, { score }) => sum + score, scores.otherScore)).toBeCloseTo(1, 12)
})

it('refuses what CGES refuses, and has no leader without a vote', () => {
  expect(() => cgesScores(votes, { confidence: 'mars', support: 'dynamic' })).toThrow('sample 1')
  expect(() => cgesScores(votes, { confidence: 'lns-arith', support: { fixed: 1 } })).toThrow('2 distinct answers')
  expect(cgesScores([], { confidence: 'mars', support: 'dynamic' })).toMatchObject({ top: null, otherScore: 1 })
})
