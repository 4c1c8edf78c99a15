import { logGamma } from './log-gamma.js'

const STEPS = 500
const PRECISION = 1e-16
const TINY = 1e-300

/**
 * Returns the regularised incomplete beta function I_x(a, b), for x in [0, 1] and a, b > 0; in [0, 1].
 * Source: the continued fraction of DLMF 8.17.22, by Lentz's method.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  let c = 1
  let d = 1 / atLeastTiny(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= STEPS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / atLeastTiny(1 + even * d)
    c = atLeastTiny(1 + even / c)
    fraction *= c * d
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / atLeastTiny(1 + odd * d)
    c = atLeastTiny(1 + odd / c)
    fraction *= c * d
    if (Math.abs(c * d - 1) < PRECISION) break
  }
  return (front * fraction) / a
}

function atLeastTiny(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}
