import type { Bounds } from '@cges-fleet/core'

/** The 97.5 % quantile of the standard normal distribution. */
const Z = 1.959963984540054

/**
 * Returns the 95 % interval of a share seen as `successes` of `n` independent trials; within [0, 1], and [0, 1] itself
 * for n = 0. Throws a RangeError unless 0 ≤ successes ≤ n.
 * Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927).
 */
export function wilsonInterval(successes: number, n: number): Bounds {
  if (!(successes >= 0 && successes <= n)) throw new RangeError(`${successes} successes of ${n} trials`)
  if (n === 0) return { low: 0, high: 1 }
  const share = successes / n
  const spread = Z * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n))
  const centre = share + (Z * Z) / (2 * n)
  const scale = 1 + (Z * Z) / n
  return {
    low: successes === 0 ? 0 : Math.max(0, (centre - spread) / scale),
    high: successes === n ? 1 : Math.min(1, (centre + spread) / scale),
  }
}
