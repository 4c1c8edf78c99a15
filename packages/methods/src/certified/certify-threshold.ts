/** A promise: with probability at least 1 − δ over the calibration set, at most α of questions get another answer than the full vote. */
export type Promised = { readonly alpha: number; readonly delta: number }

/**
 * Returns the fewest calibration questions a promise needs: with fewer, even zero disagreements would not certify it.
 */
export function leastCalibration({ alpha, delta }: Promised): number {
  return Math.ceil(Math.log(delta) / Math.log1p(-alpha) - 1e-9)
}

/**
 * Gives P(Bin(n, α) ≤ disagreements), the p-value of "stops differ from the full vote in more than α of questions".
 * `questions` is a whole number ≥ 1.
 */
export function disagreementP(disagreements: number, questions: number, alpha: number): number {
  let log = questions * Math.log1p(-alpha)
  let sum = 0
  for (let k = 0; k <= disagreements; k += 1) {
    sum += Math.exp(log)
    log += Math.log(questions - k) - Math.log(k + 1) + Math.log(alpha) - Math.log1p(-alpha)
  }
  return Math.min(1, sum)
}

/**
 * Chooses the loosest threshold that keeps a promise: walks the disagreements, strict to loose, while each p-value is at
 * most δ, and gives the place of the last; null if none is. Testing in a fixed order needs no correction.
 */
export function certifyThreshold(
  disagreements: readonly number[],
  questions: number,
  { alpha, delta }: Promised,
): number | null {
  const end = disagreements.findIndex((each) => disagreementP(each, questions, alpha) > delta)
  const passed = end < 0 ? disagreements.length : end
  return passed === 0 ? null : passed - 1
}
