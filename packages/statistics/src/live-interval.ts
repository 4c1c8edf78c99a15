import type { ShareEstimate } from '@cges-fleet/core'
import { logChoose } from './log-choose.js'

/** The error rate over a whole run: how often an interval may at some look miss the final share. */
export const LIVE_ALPHA = 0.05

/** The first trials of a seeded order, all of them closed; whole numbers, 0 ≤ right ≤ closed − unknown. */
export interface ClosedPrefix {
  /** All trials of the run, N. */
  readonly trials: number
  /** How many of the order's first are closed, k: from 1 to N. */
  readonly closed: number
  /** Of these, how many the method has right. */
  readonly right: number
  /** Of these, how many have no verdict: they may be either. Fewer than `closed`. */
  readonly unknown: number
}

/**
 * Estimates the final share of a running evaluation: the share right of the known closed trials, and limits that hold
 * the share of all trials at every look at once, whoever chooses when to look, in 95 % of runs. `n` is the trials
 * closed. The trials of the order must be a random permutation. Takes O(log N). Throws a RangeError for counts that
 * cannot be. `alpha` is how often, over a whole run, the limits may miss: .05 unless several are to hold together.
 *
 * A total T is kept while prior(T) / posterior(T) < 1 / α. With a uniform prior that is: the chance of so many right
 * among k drawn of N with T right, without replacement, is more than α / (k + 1).
 * Source: Waudby-Smith and Ramdas, Confidence sequences for sampling without replacement (2020), the prior-posterior
 * ratio.
 */
export function liveInterval(prefix: ClosedPrefix, alpha = LIVE_ALPHA): ShareEstimate {
  requirePossible(prefix)
  const { trials, closed, right, unknown } = prefix
  return {
    value: right / (closed - unknown),
    low: lastKept({ ...prefix, right, alpha }, 'low') / trials,
    high: lastKept({ ...prefix, right: right + unknown, alpha }, 'high') / trials,
    n: closed,
  }
}

function requirePossible({ trials, closed, right, unknown }: ClosedPrefix): void {
  const whole = [trials, closed, right, unknown].every((count) => Number.isInteger(count) && count >= 0)
  if (whole && closed <= trials && unknown < closed && right + unknown <= closed) return
  throw new RangeError(`${right} right and ${unknown} unknown of ${closed} closed of ${trials} trials`)
}

/** The outermost total that is kept, on one side of the likeliest; what is kept is an interval, for ln of the chance is concave. */
function lastKept(
  { trials, closed, right, alpha }: ClosedPrefix & { readonly alpha: number },
  side: 'low' | 'high',
): number {
  const floor = Math.log(alpha / (closed + 1)) - logChoose(closed, right)
  const kept = (total: number) => logChoose(trials - closed, total - right) - logChoose(trials, total) > floor
  const most = trials - closed + right
  const likeliest = Math.min(most, Math.max(right, Math.floor((right * (trials + 1)) / closed)))
  const outermost = side === 'low' ? right : most
  if (kept(outermost)) return outermost
  let inside = likeliest
  let outside = outermost
  while (Math.abs(inside - outside) > 1) {
    const middle = Math.floor((inside + outside) / 2)
    if (kept(middle)) inside = middle
    else outside = middle
  }
  return inside
}
