import { describe, expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.js'
import type { Vote } from '../votes.js'
import { cges, type CgesParameters, cgesScores } from './cges.js'

/** Sure of no answer more than of another: the log-odds of a vote in a support of K, and with them the drift, are known. */
const CONFIDENCE = 0.7
const ANSWERS = [
  ['right', 0.55],
  ['rival', 0.3],
  ['other', 0.15],
] as const
const LENGTH = 600

function sequence(seed: string): Vote[] {
  const random = seededRandom(seed)
  return Array.from({ length: LENGTH }, () => {
    const drawn = random.next()
    const answer = drawn < ANSWERS[0][1] ? 'right' : drawn < ANSWERS[0][1] + ANSWERS[1][1] ? 'rival' : 'other'
    return { answer, confidences: { 'lns-arith': CONFIDENCE } }
  })
}

const spec = (gamma: number): CgesParameters => ({
  confidence: 'lns-arith',
  gamma,
  minSamples: 1,
  support: 'dynamic',
  otherStops: false,
  budget: LENGTH,
})

/** Log-odds of the right answer after each sample, from the definition: products over samples, in logarithms. */
function logOddsOfRight(votes: readonly Vote[]): number[] {
  const seen = new Set<string>()
  return votes.map(({ answer }, index) => {
    seen.add(answer ?? '')
    const size = seen.size + 1
    const scores = [...seen, null].map((candidate) =>
      votes
        .slice(0, index + 1)
        .reduce(
          (sum, vote) => sum + Math.log(vote.answer === candidate ? CONFIDENCE : (1 - CONFIDENCE) / (size - 1)),
          0,
        ),
    )
    const right = [...seen].indexOf('right')
    if (right < 0) return -Infinity
    const others = scores.filter((_, place) => place !== right)
    const largest = Math.max(...others)
    const rest = largest + Math.log(others.reduce((sum, each) => sum + Math.exp(each - largest), 0))
    return (scores[right] ?? 0) - rest
  })
}

const logit = (gamma: number): number => Math.log(gamma / (1 - gamma))

describe('the threshold is crossed in the end (arXiv 2511.02603, eventual threshold crossing)', () => {
  it.each([0.9, 0.999])(
    'at γ = %d a run that comes as far as the crossing time stops there at the latest, and right',
    (gamma) => {
      let lasted = 0
      for (let run = 0; run < 40; run += 1) {
        const votes = sequence(`crossing ${run}`)
        const odds = logOddsOfRight(votes)
        // From here on the right answer stays at γ or above, within what was drawn.
        const crossing = odds.findLastIndex((each) => each < logit(gamma)) + 2
        expect(crossing).toBeLessThan(LENGTH / 2)
        const stop = cges(spec(gamma), votes)
        if (stop.state !== 'stopped') throw new Error('it did not stop')
        expect(stop.calls).toBeLessThanOrEqual(crossing)
        const held = cges({ ...spec(gamma), minSamples: crossing }, votes)
        expect(held).toMatchObject({ state: 'stopped', calls: crossing, answer: 'right', reason: 'threshold' })
        const first = odds.findIndex((each) => each >= logit(gamma)) + 1
        if (stop.answer === 'right') expect(stop.calls).toBe(first)
        lasted += crossing > stop.calls ? 1 : 0
      }
      // Crossing once is not crossing for good: some runs fall below γ again.
      expect(lasted).toBeGreaterThan(0)
    },
  )

  it('after as many more calls as the smallest drift says, for each factor of the odds', () => {
    const vote = Math.log((CONFIDENCE * ANSWERS.length) / (1 - CONFIDENCE))
    const drift = vote * (ANSWERS[0][1] - ANSWERS[1][1])
    const gammas = [1 - 1e-6, 1 - 1e-12]
    const mean = gammas.map((gamma) => {
      const calls = Array.from({ length: 600 }, (_, run) => {
        const stop = cges(spec(gamma), sequence(`drift ${run}`))
        return stop.state === 'stopped' ? stop.calls : Number.NaN
      })
      return calls.reduce((sum, each) => sum + each, 0) / calls.length
    })
    const wanted = (logit(gammas[1] ?? 0) - logit(gammas[0] ?? 0)) / drift
    expect(((mean[1] ?? 0) - (mean[0] ?? 0)) / wanted).toBeGreaterThan(0.93)
    expect(((mean[1] ?? 0) - (mean[0] ?? 0)) / wanted).toBeLessThan(1.07)
  })
})

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
