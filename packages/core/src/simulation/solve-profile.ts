import { seededRandom } from '../benchmarks/demo/seeded-random.js'
import { normalDraws } from '../statistics/normal-draws.js'
import { bisect } from './bisect.js'
import type { ModelProfile } from './model-profile.js'

const BINS = 10
const NOISE_DRAWS = 64
const SOLVED_WITHIN = 1e-3

/**
 * A model's confidence on the logit scale, for a sample of a question that is right with probability p:
 * `a + b·(right − p̄) + c·(p − p̄) + σ·(√η·z + √(1−η)·e)`, z the question's own standard normal number, e the sample's.
 */
export interface SolvedProfile {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly sigma: number
  readonly eta: number
  readonly meanAccuracy: number
}

/** A question as far as its confidence depends on it. */
export interface ProfiledQuestion {
  readonly accuracy: number
  readonly z: number
}

interface Weighed {
  readonly logit: number
  readonly right: boolean
  readonly weight: number
}

/**
 * Solves for the parameters with which single samples of these questions show the profile's AUC and ECE. Deterministic:
 * the expectation is taken over every question, both outcomes and a fixed set of noise draws; the separation is bisected
 * on the AUC, which rises with it and does not depend on `a`; then `a` on the ECE, from where mean confidence is
 * accuracy in the profile's direction. Throws a RangeError where the profile asks for what no parameters give.
 */
export function solveProfile(profile: ModelProfile, questions: readonly ProfiledQuestion[]): SolvedProfile {
  const { confidence } = profile
  const withSeparation = (separation: number): SolvedProfile => parametersOf(profile, questions, separation)
  const aucOf = (separation: number): number => expectedAuc(population(withSeparation(separation), questions))
  const separation = bisect((x) => aucOf(x) - confidence.auc, 0, 12)
  const flat = withSeparation(separation)
  const points = population(flat, questions)
  const unbiased = bisect((a) => meanConfidence(points, a) - flat.meanAccuracy, -15, 15)
  const side = confidence.direction === 'over' ? 1 : -1
  const eceOf = (away: number): number => expectedError(points, unbiased + side * away)
  const a = unbiased + side * bisect((away) => eceOf(away) - confidence.ece, 0, 15)
  const [auc, ece] = [aucOf(separation), expectedError(points, a)]
  if (Math.abs(auc - confidence.auc) > SOLVED_WITHIN || Math.abs(ece - confidence.ece) > SOLVED_WITHIN) {
    const nearest = `the nearest are auc ${auc.toFixed(3)} and ece ${ece.toFixed(3)}`
    throw new RangeError(`no parameters give profile ${profile.name} its auc and ece: ${nearest}`)
  }
  return { ...flat, a }
}

/** A share ω of the separation of right from wrong is within questions, the rest comes from knowing a question better. */
function parametersOf(
  { confidence }: ModelProfile,
  questions: readonly ProfiledQuestion[],
  separation: number,
): SolvedProfile {
  const meanAccuracy = questions.reduce((sum, { accuracy }) => sum + accuracy, 0) / questions.length
  const variance = questions.reduce((sum, { accuracy }) => sum + (accuracy - meanAccuracy) ** 2, 0) / questions.length
  const between = (meanAccuracy * (1 - meanAccuracy)) / Math.max(variance, 1e-9)
  return {
    a: 0,
    b: confidence.within * separation,
    c: (1 - confidence.within) * separation * between,
    sigma: confidence.noise,
    eta: confidence.questionNoise,
    meanAccuracy,
  }
}

/** Gives a sample's confidence on the logit scale; `e` is its own standard normal number. */
export function confidenceLogit(
  solved: SolvedProfile,
  { accuracy, z }: ProfiledQuestion,
  sample: { readonly right: boolean; readonly e: number },
): number {
  const { a, b, c, sigma, eta, meanAccuracy } = solved
  const known = b * ((sample.right ? 1 : 0) - meanAccuracy) + c * (accuracy - meanAccuracy)
  return a + known + sigma * (Math.sqrt(eta) * z + Math.sqrt(1 - eta) * sample.e)
}

/** Every question, right and wrong, under every noise draw, each with its probability. */
function population(solved: SolvedProfile, questions: readonly ProfiledQuestion[]): Weighed[] {
  const half = normalDraws(NOISE_DRAWS / 2, seededRandom('noise of a profile').next)
  const scale = Math.sqrt(half.reduce((sum, e) => sum + e * e, 0) / half.length)
  const noise = half.flatMap((e) => [e / scale, -e / scale])
  return questions.flatMap((question) =>
    [true, false].flatMap((right) =>
      noise.map((e) => ({
        logit: confidenceLogit(solved, question, { right, e }),
        right,
        weight: (right ? question.accuracy : 1 - question.accuracy) / noise.length / questions.length,
      })),
    ),
  )
}

function expectedAuc(points: readonly Weighed[]): number {
  let [wins, wrongBelow, rights] = [0, 0, 0]
  for (const { right, weight } of points.toSorted((one, other) => one.logit - other.logit)) {
    if (right) {
      wins += weight * wrongBelow
      rights += weight
    } else wrongBelow += weight
  }
  return wins / (rights * wrongBelow)
}

function meanConfidence(points: readonly Weighed[], a: number): number {
  return points.reduce((sum, { logit, weight }) => sum + weight * squashed(a + logit), 0)
}

function expectedError(points: readonly Weighed[], a: number): number {
  const gaps = Array<number>(BINS).fill(0)
  for (const { logit, right, weight } of points) {
    const confidence = squashed(a + logit)
    const bin = Math.min(BINS - 1, Math.floor(confidence * BINS))
    gaps[bin] = (gaps[bin] ?? 0) + weight * ((right ? 1 : 0) - confidence)
  }
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0)
}

function squashed(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}
