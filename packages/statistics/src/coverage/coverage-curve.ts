import type { CoverageCurve } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { quantile } from '../quantile.js'

/** An answer, or none, with the score it was given at; `question` tells which answers are not independent. */
export type ScoredAnswer = {
  readonly question: number
  /** Null where there is no answer, which no score can make right. */
  readonly correct: boolean | null
  readonly score: number
}

/** Points of a curve at most. */
const MOST_POINTS = 100

const RESAMPLES = 1000

/**
 * Computes accuracy against coverage: with answers withheld below a score, how many are left, and how many of them are
 * right. A score is in [0, 1]; answers of equal scores are withheld together. Null where nothing was answered.
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
  const questions = [...new Set(given.map(({ question }) => question))]
  const random = seededRandom('coverage')
  const drawn = Array.from({ length: RESAMPLES }, () => {
    const weights = new Map<number, number>()
    for (let count = 0; count < questions.length; count += 1) {
      const question = questions[random.int(0, questions.length - 1)] ?? 0
      weights.set(question, (weights.get(question) ?? 0) + 1)
    }
    return weighedArea(given, (question) => weights.get(question) ?? 0)
  }).toSorted((a, b) => a - b)
  return { value: weighedArea(given, () => 1), low: quantile(drawn, 0.025), high: quantile(drawn, 0.975) }
}

/** Of equal scores none is surer: each of them stands at the accuracy that withholding below them gives. */
function weighedArea(given: readonly ScoredAnswer[], weightOf: (question: number) => number): number {
  let [n, right, area, tied] = [0, 0, 0, 0]
  for (const [at, { question, correct, score }] of given.entries()) {
    const weight = weightOf(question)
    tied += weight
    n += weight
    right += correct === true ? weight : 0
    if (given[at + 1]?.score === score || n === 0) continue
    area += tied * (right / n)
    tied = 0
  }
  return n === 0 ? Number.NaN : area / n
}
