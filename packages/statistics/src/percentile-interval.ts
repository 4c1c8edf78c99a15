import type { Bounds } from '@cges-fleet/core'
import { quantile } from './quantile.js'

/**
 * Returns the 95 % percentile interval of a ratio over resamples, `numerator[r] / denominator[r]`; resamples that drew
 * nothing to divide by are left out. Null if none is left. Source: Efron and Tibshirani, An introduction to the
 * bootstrap (1993), chapter 13.
 */
export function percentileInterval(numerator: Float64Array, denominator: Float64Array): Bounds | null {
  const ratios = numerator.map((value, at) => value / (denominator[at] ?? 0)).filter((ratio) => Number.isFinite(ratio))
  if (ratios.length === 0) return null
  ratios.sort()
  return { low: quantile(ratios, 0.025), high: quantile(ratios, 0.975) }
}
