/** The share of right samples, with a 95 % interval. */
export interface SampledShare {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** The accuracy of single samples as it is on these questions, and as it would be on others like them. */
export interface SamplingAccuracy {
  /** On exactly these questions: only the samples are drawn again. */
  readonly benchmark: SampledShare
  /** On questions of the same kind: the questions are drawn again too. */
  readonly generalised: SampledShare
  /** How alike two samples of one question are in being right, from 0 to 1; null if all samples are right, or none. */
  readonly correlation: number | null
  /** As many independent samples would tell the generalised accuracy as well as all those of one question do. */
  readonly effective: number | null
}

const Z = 1.959963984540054

/**
 * Computes both accuracies that a benchmark's samples have, and how many independent samples those of a question are
 * worth. `questions` holds the number of right samples of each and of all, two questions at least with two samples each;
 * null otherwise. Sources: NIST AI 800-3 (2026) for the two accuracies; Kish, Survey sampling (1965), § 5.4, for the
 * design effect; Donner and Koval (1980) for the correlation by analysis of variance.
 */
export function samplingAccuracy(
  questions: readonly { readonly right: number; readonly of: number }[],
): SamplingAccuracy | null {
  const known = questions.filter(({ of }) => of > 1)
  if (known.length < 2) return null
  const count = known.length
  const shares = known.map(({ right, of }) => right / of)
  const value = meanOf(shares)
  const between = shares.reduce((sum, share) => sum + (share - value) ** 2, 0) / (count - 1)
  const within = known.reduce((sum, { right, of }) => sum + ((right / of) * (1 - right / of)) / (of - 1), 0)
  const size = count / known.reduce((sum, { of }) => sum + 1 / of, 0)
  // Mean squares of an analysis of variance with `size` samples a question.
  const [msb, msw] = [size * between, (within * size) / count]
  const total = msb + (size - 1) * msw
  const correlation = total > 0 ? Math.max(0, Math.min(1, (msb - msw) / total)) : null
  const around = (error: number) => ({
    value,
    low: Math.max(0, value - Z * error),
    high: Math.min(1, value + Z * error),
  })
  return {
    benchmark: around(Math.sqrt(within) / count),
    generalised: around(Math.sqrt(between / count)),
    correlation,
    effective: correlation === null ? null : size / (1 + (size - 1) * correlation),
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
