import type { CoverageCurve } from '@cges-fleet/core'
import { disagreementP, leastCalibration, type Promised, seededRandom } from '@cges-fleet/methods'
import { quantile } from './descriptive.js'
import type { EvaluationTable } from './evaluation/evaluation-table.js'

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

/** Computes each method's accuracy against coverage, on the trials it has decided; without those that score no answer. */
export function coverageCurves({ methods, trials }: EvaluationTable): CoverageCurve[] {
  return methods.flatMap(({ key, calls, grade, score }): CoverageCurve[] => {
    const decided = [...calls.keys()].filter((trial) => (calls[trial] ?? 0) > 0)
    if (decided.every((trial) => Number.isNaN(score[trial] ?? Number.NaN))) return []
    const curve = coverageCurve(
      decided.map((trial) => ({
        question: trials.question[trial] ?? 0,
        correct: (grade[trial] ?? -1) < 0 ? null : grade[trial] === 1,
        score: score[trial] ?? Number.NaN,
      })),
    )
    return curve === null ? [] : [{ key, ...curve }]
  })
}

/** The scores below which answers may be withheld, chosen before anything is seen. */
const ABSTENTION_SCORES = [0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.995, 0.999] as const

/** A score below which answers are withheld so that a promise holds, or why none can be promised. */
export type CertifiedAbstention =
  | { readonly kind: 'kept'; readonly abstainBelow: number; readonly answered: number; readonly wrong: number }
  | { readonly kind: 'none'; readonly why: string }

/**
 * Chooses the lowest score below which answers are withheld such that, with probability at least 1 − δ over the labelled
 * questions, at most α of the answers still given are wrong, on questions of the same kind. Each of eight scores is
 * tested at δ/8 (Bonferroni), since with few answers left the strictest may fail by chance alone. The promise needs
 * independent questions: give one answer of each.
 */
export function certifyAbstention(answers: readonly ScoredAnswer[], { alpha, delta }: Promised): CertifiedAbstention {
  const each = delta / ABSTENTION_SCORES.length
  const given = answers.filter(({ correct }) => correct !== null)
  const least = leastCalibration({ alpha, delta: each })
  if (given.length < least) {
    return { kind: 'none', why: `at least ${least} answered questions are needed, and there are ${given.length}` }
  }
  for (const abstainBelow of ABSTENTION_SCORES) {
    const kept = given.filter(({ score }) => score >= abstainBelow)
    const wrong = kept.filter(({ correct }) => correct === false).length
    if (kept.length > 0 && disagreementP(wrong, kept.length, alpha) <= each) {
      return { kind: 'kept', abstainBelow, answered: kept.length, wrong }
    }
  }
  return { kind: 'none', why: 'too many answers are wrong, or too few are left, at every score' }
}
