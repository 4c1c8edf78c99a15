import { incompleteBeta } from '@cges-fleet/methods'
import { z } from 'zod'
import { bisect } from '../numerics.js'

const share = z.number().min(0).max(1)

/**
 * The character of a simulated model, independent of how its answers are used. Accuracy, `ece` and `auc` are those of
 * single samples; the model's inner parameters are solved for (`solveProfile`).
 */
export const ModelProfile = z.strictObject({
  name: z.string().min(1),
  about: z.string().min(1),
  /** The share of answered samples that are right, at temperature 0.7. */
  accuracy: z.number().gt(0).lt(1),
  /** How single-sample accuracy differs between questions: a mixture of well known, unknown, and Beta(alpha, beta). */
  questions: z.strictObject({
    known: share,
    unknown: share,
    alpha: z.number().positive(),
    beta: z.number().positive(),
  }),
  /** Each wrong answer is this much rarer than the one before it; each question has its own value in this range. */
  wrongAnswerDecay: z.strictObject({ from: z.number().gt(0).lt(1), to: z.number().gt(0).lt(1) }),
  /** The share of samples in which no answer can be read. */
  invalidShare: share,
  /** How many tokens an answer has: log-normal, and wrong answers longer by a factor. */
  length: z.strictObject({
    medianTokens: z.number().min(16).max(32_768),
    /** The standard deviation of the logarithm. */
    spread: z.number().min(0).max(2),
    wrongTimes: z.number().min(0.2).max(5),
  }),
  confidence: z.strictObject({
    /** The expected calibration error of the mean token probability, in 10 bins of equal width. */
    ece: z.number().gt(0).lt(1),
    /** The chance that a right sample has a higher mean token probability than a wrong one. */
    auc: z.number().min(0.5).lt(1),
    direction: z.enum(['over', 'under']),
    /** How much samples differ, on the logit scale, beyond what the question and being right explain. */
    noise: z.number().positive(),
    /** The share of that noise that is the question's, the same in all its samples. */
    questionNoise: share,
    /** The share of the difference between right and wrong samples that shows within one question. */
    within: share,
  }),
})
export type ModelProfile = z.infer<typeof ModelProfile>

/**
 * Returns the single-sample accuracies of `count` questions, the easiest first: quantiles of the profile's mixture at
 * (i + ½) / count, shifted on the logit scale until their mean is the profile's accuracy.
 */
export function questionAccuracies({ questions, accuracy }: ModelProfile, count: number): number[] {
  const cdf = (x: number): number => mixtureShare(questions, x)
  const raw = Array.from({ length: count }, (_, place) => {
    const at = 1 - (place + 0.5) / count
    return Math.min(
      1 - 1e-4,
      Math.max(
        1e-4,
        bisect((x) => cdf(x) - at, 0, 1),
      ),
    )
  })
  const moved = (shift: number): number[] => raw.map((p) => 1 / (1 + ((1 - p) / p) * Math.exp(-shift)))
  const mean = (all: readonly number[]): number => all.reduce((sum, p) => sum + p, 0) / count
  return moved(bisect((shift) => mean(moved(shift)) - accuracy, -12, 12))
}

/** Questions a model knows, and those it does not: Beta(60, 0.7) and Beta(0.7, 60). */
const SHARP = 60
const BLUNT = 0.7

/**
 * Returns the share of questions whose single-sample accuracy is at most x, in a mixture of well known and unknown ones
 * and Beta(alpha, beta); x and the result in [0, 1].
 */
export function mixtureShare({ known, unknown, alpha, beta }: ModelProfile['questions'], x: number): number {
  return (
    known * incompleteBeta(x, SHARP, BLUNT) +
    unknown * incompleteBeta(x, BLUNT, SHARP) +
    (1 - known - unknown) * incompleteBeta(x, alpha, beta)
  )
}
