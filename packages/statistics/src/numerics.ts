import { incompleteBeta, logGamma } from '@cges-fleet/methods'

const STEPS = 80

/** Finds where a rising function crosses zero between two places, to the last bit; the nearer end if it does not. */
export function bisect(rising: (x: number) => number, low: number, high: number): number {
  let from = low
  let to = high
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (from + to) / 2
    if (middle === from || middle === to) break
    if (rising(middle) < 0) from = middle
    else to = middle
  }
  return (from + to) / 2
}

/** Returns ln of n over k, for whole 0 ≤ k ≤ n. */
export function logChoose(n: number, k: number): number {
  return k === 0 || k === n ? 0 : logFactorial(n) - logFactorial(k) - logFactorial(n - k)
}

/** Live limits take thousands of factorials of the same few numbers at every look: what was computed is kept, 512 KB at most. */
const factorials = new Float64Array(2 ** 16).fill(Number.NaN)

function logFactorial(n: number): number {
  const kept = factorials[n]
  if (kept === undefined) return logGamma(n + 1)
  return Number.isNaN(kept) ? (factorials[n] = logGamma(n + 1)) : kept
}

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

/** Returns the chance that a number of Student's t distribution is at least as far from 0 as `t`. */
export function studentP(t: number, degrees: number): number {
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5)
}

/** Returns how far from 0 a number of Student's t distribution is with a chance of 5 %. */
export function studentLimit(degrees: number): number {
  return bisect((t) => 0.05 - studentP(t, degrees), 0, FARTHEST)
}

/** Farther than any limit: that of one degree of freedom is 12.7. */
const FARTHEST = 100

const ERFC = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
]

/**
 * Returns `count` draws from the standard normal distribution, made from a generator of numbers in [0, 1).
 * Source: Box and Muller, A note on the generation of random normal deviates (1958).
 */
export function normalDraws(count: number, next: () => number): number[] {
  const draws: number[] = []
  while (draws.length < count) {
    const radius = Math.sqrt(-2 * Math.log(1 - next()))
    const angle = 2 * Math.PI * next()
    draws.push(radius * Math.cos(angle), radius * Math.sin(angle))
  }
  return draws.slice(0, count)
}
