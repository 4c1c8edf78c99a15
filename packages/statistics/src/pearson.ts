import { incompleteBeta } from '@cges-fleet/methods'

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
