/**
 * Returns the chance that a standard normal number is at least as far from 0 as `z`: erfc(|z|/√2), within 1.2 · 10⁻⁷ of it
 * relatively. Source: a fit by Chebyshev polynomials, Press and others, Numerical recipes (1992), § 6.2.
 */
export function twoSidedP(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 2 / (2 + x)
  const series = ERFC.reduceRight((sum, coefficient) => sum * t + coefficient, 0)
  return Math.min(1, t * Math.exp(series - x * x))
}

const ERFC = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
]
