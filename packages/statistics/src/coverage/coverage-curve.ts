import type { CoverageCurve } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { quantile } from '../quantile.js'

/** An answer, or none, with the score it was given at; `question` tells which answers are not independent. */
export type ScoredAnswer = {
  readonly question: number
  /** Null if there is no answer, which no score can make right. */
  readonly correct: boolean | null
  readonly score: number
}

/** Points of a curve at most. */
const MOST_POINTS = 100

const RESAMPLES = 1000

/**
 * Computes accuracy against coverage: with answers withheld below a score, how many are left, and how many of them are
 * right. A score is in [0, 1]; answers of equal scores are withheld together. Null if nothing was answered.
 * Source: El-Yaniv and Wiener, On the foundations of noise-free selective classification (2010).
 */
export function coverageCurve(answers: readonly ScoredAnswer[]): Omit<CoverageCurve, 'key'> | null {
  const given = answers.filter(({ correct }) => correct !== null).toSorted((a, b) => b.score - a.score)
  if (given.length === 0) return null
  const points: CoverageCurve['points'] = []
  let right = 0
  for (const [at, { correct, score }] of given.entries()) {
    right += correct === true ? 1 : 0
    if (given[at + 1]?.score === score) continue
    points.push({ from: score, coverage: (at + 1) / answers.length, accuracy: right / (at + 1) })
  }
  const step = Math.ceil(points.length / MOST_POINTS)
  return { points: points.toReversed().filter((_, at) => at % step === 0), area: areaOf(given) }
}

/** The mean over k of the accuracy of the k surest answers, with its interval over resampled questions. */
function areaOf(given: readonly ScoredAnswer[]): CoverageCurve['area'] {
  const places = new Map<number, number>()
  for (const { question } of given) if (!places.has(question)) places.set(question, places.size)
  const sorted: SortedAnswers = {
    place: Int32Array.from(given, ({ question }) => places.get(question) ?? 0),
    right: Uint8Array.from(given, ({ correct }) => (correct === true ? 1 : 0)),
    isTied: Uint8Array.from(given, ({ score }, at) => (given[at + 1]?.score === score ? 1 : 0)),
  }
  const random = seededRandom('coverage')
  const weights = new Float64Array(places.size)
  const drawn = Array.from({ length: RESAMPLES }, () => {
    weights.fill(0)
    for (let count = 0; count < weights.length; count += 1) {
      const place = random.int(0, weights.length - 1)
      weights[place] = (weights[place] ?? 0) + 1
    }
    return weighedArea(sorted, weights)
  }).toSorted((a, b) => a - b)
  return {
    value: weighedArea(sorted, weights.fill(1)),
    low: quantile(drawn, 0.025),
    high: quantile(drawn, 0.975),
  }
}

/** Answers by score, the surest first: the place of each one's question among the weights, and what tells its part. */
type SortedAnswers = {
  readonly place: Int32Array
  readonly right: Uint8Array
  /** Whether the next has the same score. */
  readonly isTied: Uint8Array
}

/** Of equal scores none is surer: each of them stands at the accuracy that withholding below them gives. */
function weighedArea({ place, right, isTied }: SortedAnswers, weights: Float64Array): number {
  let n = 0
  let rights = 0
  let area = 0
  let tied = 0
  for (let at = 0; at < place.length; at += 1) {
    const weight = weights[place[at] ?? 0] ?? 0
    tied += weight
    n += weight
    rights += weight * (right[at] ?? 0)
    if (isTied[at] === 1 || n === 0) continue
    area += tied * (rights / n)
    tied = 0
  }
  return n === 0 ? Number.NaN : area / n
}
