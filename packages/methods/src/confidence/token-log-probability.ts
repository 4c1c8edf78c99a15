/** Servers write an impossible token's log-probability as −9999, since JSON has no −Infinity. */
const IMPOSSIBLE = -9999

/**
 * Normalises one token's natural log-probability: above 0 (rounding noise) counts as 0, −9999 and below as −Infinity.
 * Throws a RangeError on NaN.
 */
export function tokenLogProbability(value: number): number {
  if (Number.isNaN(value)) throw new RangeError('a token log-probability must be a number, not NaN')
  if (value <= IMPOSSIBLE) return -Infinity
  return Math.min(value, 0)
}
