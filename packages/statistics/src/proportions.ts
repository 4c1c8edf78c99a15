import type { Bounds } from '@cges-fleet/core'
import { twoSidedP } from './numerics.js'

/** The 97.5 % quantile of the standard normal distribution. */
const Z = 1.959963984540054

/**
 * Returns the 95 % interval of a share seen as `successes` of `n` independent trials; within [0, 1], and [0, 1] itself
 * for n = 0. Throws a RangeError unless 0 ≤ successes ≤ n.
 * Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927).
 */
export function wilsonInterval(successes: number, n: number): Bounds {
  if (!(successes >= 0 && successes <= n)) throw new RangeError(`${successes} successes of ${n} trials`)
  if (n === 0) return { low: 0, high: 1 }
  const share = successes / n
  const spread = Z * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n))
  const centre = share + (Z * Z) / (2 * n)
  const scale = 1 + (Z * Z) / n
  return {
    low: successes === 0 ? 0 : Math.max(0, (centre - spread) / scale),
    high: successes === n ? 1 : Math.min(1, (centre + spread) / scale),
  }
}

/** Sums over clusters (questions), c correct of n trials each: enough for a share's interval, whatever their number. */
export interface ClusterSums {
  readonly clusters: number
  readonly c: number
  readonly n: number
  readonly cc: number
  readonly cn: number
  readonly nn: number
}

/**
 * The 95 % interval of a share whose trials come in clusters, such as replicates of one question, which are not
 * independent: treating them as such would make it far too narrow.
 *
 * Wilson's interval at the effective sample size p(1 − p) / v, with v the linearised variance of the ratio Σc / Σn over
 * clusters (Kish, Survey Sampling, 1965, §§ 2.8 and 8.2). Between the number of clusters, if replicates of a question
 * always agree, and the number of trials. All in [0, 1]; no trial at all gives [0, 1].
 */
export function clusteredInterval(sums: ClusterSums): Bounds {
  const { clusters, c, n, cc, cn, nn } = sums
  if (n === 0 || clusters === 0) return { low: 0, high: 1 }
  const p = c / n
  const spread = Math.max(0, cc - 2 * p * cn + p * p * nn)
  const variance = clusters > 1 ? ((clusters / (clusters - 1)) * spread) / (n * n) : Number.POSITIVE_INFINITY
  const effective = Math.min(n, Math.max(clusters, variance > 0 ? (p * (1 - p)) / variance : clusters))
  return wilsonInterval(p * effective, effective)
}

/** The share of right samples, with a 95 % interval. */
interface SampledShare {
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
    // Questions drawn again vary at least as much as samples do: few questions can be alike by chance.
    generalised: around(Math.max(Math.sqrt(between / count), Math.sqrt(within) / count)),
    correlation,
    effective: correlation === null ? null : size / (1 + (size - 1) * correlation),
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Some yes-or-no facts of one question's samples, in the order they were drawn: those drawn first, and the rest. */
export interface SplitCounts {
  readonly first: { readonly yes: number; readonly of: number }
  readonly rest: { readonly yes: number; readonly of: number }
}

/** The shares over all questions, and how likely a difference this large is if order says nothing; in [0, 1]. */
export interface SplitShift {
  readonly first: number
  readonly rest: number
  readonly p: number
}

/**
 * Tests whether the samples drawn first differ from the rest of the same questions, which they must not if any of them
 * may stand for any other. Given each question's total, its first samples would hold a hypergeometric number of yeses;
 * the sum over questions is compared with its mean and variance. Two-sided; null if nothing can be compared.
 * Source: Mantel and Haenszel, Statistical aspects of the analysis of data from retrospective studies (1959).
 */
export function splitShift(questions: readonly SplitCounts[]): SplitShift | null {
  let [above, variance] = [0, 0]
  const sums = { first: 0, firstOf: 0, rest: 0, restOf: 0 }
  for (const { first, rest } of questions) {
    sums.first += first.yes
    sums.firstOf += first.of
    sums.rest += rest.yes
    sums.restOf += rest.of
    const all = first.of + rest.of
    if (first.of === 0 || rest.of === 0) continue
    const yes = first.yes + rest.yes
    above += first.yes - (first.of * yes) / all
    variance += (first.of * rest.of * yes * (all - yes)) / (all * all * (all - 1))
  }
  if (sums.firstOf === 0 || sums.restOf === 0) return null
  return {
    first: sums.first / sums.firstOf,
    rest: sums.rest / sums.restOf,
    p: variance === 0 ? 1 : twoSidedP(above / Math.sqrt(variance)),
  }
}
