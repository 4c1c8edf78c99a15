const HALF_LOG_TAU = Math.log(2 * Math.PI) / 2

/**
 * Returns ln Γ(x) for x > 0, to 10⁻¹⁴ of its size. Source: Stirling's series (DLMF 5.11.1) above 15, the recurrence
 * below.
 */
export function logGamma(x: number): number {
  let product = 1
  let at = x
  for (; at < 15; at += 1) product *= at
  return (at - 0.5) * Math.log(at) - at + HALF_LOG_TAU + series(1 / at) - Math.log(product)
}

/** The terms of Stirling's series that fall with x, by 1 / x. */
function series(inverse: number): number {
  const square = inverse * inverse
  return inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))))
}

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

/**
 * Nodes and weights of Gauss-Legendre quadrature on (−1, 1), exact for polynomials of degree below twice their number. By
 * Newton's method on the Legendre polynomial.
 */
export function gaussLegendre(size: number): (readonly [node: number, weight: number])[] {
  return Array.from({ length: size }, (_, at) => {
    let node = Math.cos((Math.PI * (at + 0.75)) / (size + 0.5))
    let slope = 1
    for (let round = 0; round < 8; round += 1) {
      let [before, now] = [1, node]
      for (let n = 2; n <= size; n += 1) [before, now] = [now, ((2 * n - 1) * node * now - (n - 1) * before) / n]
      slope = (size * (node * now - before)) / (node * node - 1)
      node -= now / slope
    }
    return [node, 2 / ((1 - node * node) * slope * slope)] as const
  })
}

/** Values kept at most. */
const MOST = 20_000

/** Memoises a pure function of one number, for one that is called with the same few numbers over and over. */
export function remembered(work: (x: number) => number): (x: number) => number {
  const known = new Map<number, number>()
  return (x) => {
    const before = known.get(x)
    if (before !== undefined) return before
    const value = work(x)
    if (known.size < MOST) known.set(x, value)
    return value
  }
}

/** Beyond the most trials that are asked of. */
const MORE = 2048

/**
 * Gives P(Bin(v1 + v2 + 1, ½) ≤ v2) = P(Beta(v1 + 1, v2 + 1) < ½), exactly up to rounding: how likely the second of two
 * answers with these counts is the more frequent one. `v1` and `v2` are whole numbers ≥ 0 with v1 + v2 ≤ 1,024; in (0, 1).
 */
export function halfTail(v1: number, v2: number): number {
  return tailOf((v1 + v2) * MORE + v2)
}

const tailOf = remembered((counts: number): number => {
  const v2 = counts % MORE
  const trials = (counts - v2) / MORE + 1
  let term = 2 ** -trials
  let below = 0
  for (let k = 0; k <= v2; k += 1) {
    below += term
    term *= (trials - k) / (k + 1)
  }
  return below
})

/** Returns the log-odds ln(p / (1 − p)) of a probability in (0, 1), accurate near both ends. */
export function logit(p: number): number {
  return Math.log(p) - Math.log1p(-p)
}
