const STEPS = 500
const PRECISION = 1e-16
const TINY = 1e-300

/**
 * Gives the regularised incomplete beta function I_x(a, b), for x in [0, 1] and a, b > 0; in [0, 1].
 * Source: the continued fraction of DLMF 8.17.22, by Lentz's method.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  let [c, d] = [1, 1 / atLeastTiny(1 - ((a + b) * x) / (a + 1))]
  let fraction = d
  for (let m = 1; m <= STEPS; m += 1) {
    for (const step of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / atLeastTiny(1 + step * d)
      c = atLeastTiny(1 + step / c)
      fraction *= c * d
    }
    if (Math.abs(c * d - 1) < PRECISION) break
  }
  return (front * fraction) / a
}

function atLeastTiny(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}

/** ln Γ(x) for x > 0: Stirling's series (DLMF 5.11.1) above 15, the recurrence below. */
function logGamma(x: number): number {
  let shift = 0
  let at = x
  for (; at < 15; at += 1) shift += Math.log(at)
  const series = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188].reduce(
    (sum, term, index) => sum + term / at ** (2 * index + 1),
    0,
  )
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - shift
}
