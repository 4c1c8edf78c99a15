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
