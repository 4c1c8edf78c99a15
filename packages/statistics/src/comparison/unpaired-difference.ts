import type { MeanEstimate, ShareEstimate } from '@cges-fleet/core'

/**
 * Gives the difference of two shares of independent samples, a − b, with its 95 % interval from those of the two
 * (square-and-add): for sides with no question in common, and wider than a paired one. Within [−1, 1]. Source:
 * Newcombe, Interval estimation for the difference between independent proportions (1998), method 10.
 */
export function unpairedDifference(a: ShareEstimate, b: ShareEstimate): MeanEstimate {
  const value = a.value - b.value
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  }
}
