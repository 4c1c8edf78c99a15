import type { Bounds } from '@cges-fleet/core'
import { incompleteBeta } from '@cges-fleet/methods'
import { studentLimit, twoSidedP } from './numerics.js'

/** Returns the middle of some numbers, the mean of the middle two if they are even in number; null without any. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

/**
 * Returns the value below which a share of sorted numbers lies, interpolated between neighbours; `share` in [0, 1]. NaN
 * if there are none. Source: Hyndman and Fan, Sample quantiles in statistical packages (1996), type 7.
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (at - Math.floor(at)) * (above - below)
}

/**
 * Returns the 95 % percentile interval of a ratio over resamples, `numerator[r] / denominator[r]`; resamples that drew
 * nothing to divide by are left out, and so is the share `tail` at either end. Null if none is left. Source: Efron and Tibshirani, An introduction to the
 * bootstrap (1993), chapter 13.
 */
export function percentileInterval(numerator: Float64Array, denominator: Float64Array, tail = 0.025): Bounds | null {
  const ratios = numerator.map((value, at) => value / (denominator[at] ?? 0)).filter((ratio) => Number.isFinite(ratio))
  if (ratios.length === 0) return null
  ratios.sort()
  return { low: quantile(ratios, tail), high: quantile(ratios, 1 - tail) }
}

/**
 * Returns the share of resamples to leave out at either end so that a percentile interval is as wide as Student's: 1.9 % with
 * thirty questions, 2.5 % with many. A bootstrap divides by n where a variance is divided by n − 1, and knows no t. Source:
 * Hesterberg, What teachers should know about the bootstrap (2015), on expanded percentile intervals.
 */
export function expandedTail(questions: number): number {
  const degrees = Math.max(1, questions - 1)
  return twoSidedP(Math.sqrt(1 + 1 / degrees) * studentLimit(degrees)) / 2
}

/** Mean and sample standard deviation (n − 1); null deviation for a single value. */
export interface Moments {
  readonly mean: number
  readonly std: number | null
}

/** Summarises one number over seeds or replicates, at least one, as the paper's tables show it. */
export function moments(values: readonly number[]): Moments {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  if (values.length < 2) return { mean, std: null }
  return { mean, std: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)) }
}

/** The linear correlation r in [−1, 1], and its two-sided p, null with two pairs only. */
export type Correlation = { readonly r: number; readonly p: number | null }

/**
 * Returns Pearson's correlation of two lists of equal length with its two-sided p-value, from Student's t with n − 2
 * degrees of freedom. Null with fewer than two pairs, or if a list is constant. Throws a RangeError if the lengths
 * differ. Source: K. Pearson (1896); DLMF 8.17 for the distribution.
 */
export function pearson(x: readonly number[], y: readonly number[]): Correlation | null {
  if (x.length !== y.length) throw new RangeError(`${x.length} values against ${y.length}`)
  const dx = deviations(x)
  const dy = deviations(y)
  const spread = Math.sqrt(dot(dx, dx) * dot(dy, dy))
  if (x.length < 2 || !(spread > 0)) return null
  const r = Math.min(1, Math.max(-1, dot(dx, dy) / spread))
  const freedom = x.length - 2
  if (freedom === 0) return { r, p: null }
  // ν / (ν + t²) with t² = ν r² / (1 − r²) is 1 − r².
  return { r, p: incompleteBeta((1 - r) * (1 + r), freedom / 2, 0.5) }
}

function deviations(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - mean)
}

function dot(x: readonly number[], y: readonly number[]): number {
  return x.reduce((sum, value, index) => sum + value * (y[index] ?? Number.NaN), 0)
}
