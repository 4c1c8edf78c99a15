import { clampConfidence, seededRandom } from '@cges-fleet/methods'
import { normalDraws } from '../numerics.js'

const BINS = 10
const NOISE_DRAWS = 64

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

/** The part of a question that its confidence depends on. */
export interface ProfiledQuestion {
  readonly accuracy: number
  readonly z: number
}

/** One kind of sample, with its probability. */
interface WeighedSample {
  readonly logit: number
  readonly right: boolean
  readonly weight: number
}

/** Returns a sample's confidence on the logit scale; `e` is its own standard normal number. */
export function confidenceLogit(
  solved: SolvedProfile,
  { accuracy, z }: ProfiledQuestion,
  sample: { readonly right: boolean; readonly e: number },
): number {
  const { a, b, c, sigma, eta, meanAccuracy } = solved
  const known = b * ((sample.right ? 1 : 0) - meanAccuracy) + c * (accuracy - meanAccuracy)
  return a + known + sigma * (Math.sqrt(eta) * z + Math.sqrt(1 - eta) * sample.e)
}

/**
 * Every question, right and wrong, under every noise, each with its probability. `noise` stands for the standard normal
 * distribution: 64 fixed draws unless given, too few for noise much wider than a bin of the calibration error.
 */
export function samplePopulation(
  solved: SolvedProfile,
  questions: readonly ProfiledQuestion[],
  noise: readonly number[] = noiseDraws(),
): WeighedSample[] {
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

function noiseDraws(): number[] {
  const half = normalDraws(NOISE_DRAWS / 2, seededRandom('noise of a profile').next)
  const scale = Math.sqrt(half.reduce((sum, e) => sum + e * e, 0) / half.length)
  return half.flatMap((e) => [e / scale, -e / scale])
}

/** The chance that a right sample is surer than a wrong one; no shift of all of them changes it. */
export function expectedAuc(points: readonly WeighedSample[]): number {
  let wins = 0
  let wrongBelow = 0
  let rights = 0
  for (const { right, weight } of points.toSorted((one, other) => one.logit - other.logit)) {
    if (right) {
      wins += weight * wrongBelow
      rights += weight
    } else wrongBelow += weight
  }
  return wins / (rights * wrongBelow)
}

/** The mean confidence where every logit is shifted by `a`. */
export function meanConfidence(points: readonly WeighedSample[], a: number): number {
  return points.reduce((sum, { logit, weight }) => sum + weight * squashed(a + logit), 0)
}

/** The expected calibration error in 10 bins of equal width, where every logit is shifted by `a`. */
export function expectedError(points: readonly WeighedSample[], a: number): number {
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

/**
 * Adds noise to a confidence: clamp(clamp(C) + sigma · z), for a draw `z` from the standard normal distribution. Use
 * one `z` for each stored sample, the same for every gamma and sigma. Throws a RangeError on NaN.
 * The result depends on the clamp: noise that reaches 1 votes with ln(10⁶) nats.
 * Source: arXiv 2511.02603, appendix on robustness to confidence noise.
 */
export function noisyConfidence(confidence: number, sigma: number, z: number): number {
  return clampConfidence(clampConfidence(confidence) + sigma * z)
}
