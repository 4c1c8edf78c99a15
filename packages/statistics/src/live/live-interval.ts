import type { Bounds, ShareEstimate } from '@cges-fleet/core'
import { bisect, logChoose } from '../numerics.js'

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

/**
 * Estimates the chance of an event by independent tries so far, without an end to them: the limits hold it at every look at
 * once, whoever chooses when to look, in 95 % of the cases. `n` is the tries; without any, nothing is known. A chance p is
 * kept while prior(p) / posterior(p) < 1 / α, as `liveInterval` does with totals: while (n + 1) · C(n, k) · pᵏ · (1 − p)ⁿ⁻ᵏ > α.
 */
export function liveChance({ tries, events }: { readonly tries: number; readonly events: number }): ShareEstimate {
  if (tries === 0) return { value: 0, low: 0, high: 1, n: 0 }
  const floor = Math.log(LIVE_ALPHA / (tries + 1)) - logChoose(tries, events)
  const above = (p: number) => times(events, Math.log(p)) + times(tries - events, Math.log1p(-p)) - floor
  const value = events / tries
  const low = events === 0 ? 0 : bisect(above, 0, value)
  const high = events === tries ? 1 : bisect((p) => -above(p), value, 1)
  return { value, low, high, n: tries }
}

/** 0 · ln 0 is 0. */
function times(count: number, log: number): number {
  return count === 0 ? 0 : count * log
}

/**
 * Bounds a method's final accuracy, from the closed prefix of the order and from what is certain of all trials; shares
 * of 1. No value lies outside its limits. Throws a RangeError for counts that cannot be.
 */
export function liveAccuracy(prefix: ClosedPrefix, certain: Bounds): ShareEstimate {
  const found = liveInterval(prefix)
  const limits = overlap(certain, found)
  return { value: within(limits, found.value), ...limits, n: found.n }
}

/** The calls a method was charged on the closed prefix of a seeded order. */
interface ChargedPrefix {
  /** All trials of the run, N. */
  readonly trials: number
  /** How many of the order's first are closed. */
  readonly closed: number
  /** Those it resolved, by the calls they were charged, from 1 to `budget`; at least one. */
  readonly byCalls: readonly { readonly calls: number; readonly resolved: number }[]
  readonly budget: number
}

/** Steps a budget is divided into: more would take longer and add hardly any precision. */
const MOST_STEPS = 32

/**
 * Returns limits for the final mean calls of a method over the trials it will have resolved, which hold at every look
 * at once in 95 % of runs. The mean is the sum over m of the share of trials charged at least m, each share has limits
 * as `liveInterval` gives them, and α is divided among them. Trials without a verdict are left out of the mean at the
 * end; how many there will be is not known, and as few as now leaves the limits widest.
 */
export function liveCalls({ trials, closed, byCalls, budget }: ChargedPrefix): Bounds {
  const resolved = byCalls.reduce((sum, each) => sum + each.resolved, 0)
  const run = { trials: trials - (closed - resolved), closed: resolved, unknown: 0 }
  const steps = stepsOf(budget)
  const shares = steps.map(({ from }) => {
    const right = byCalls.reduce((sum, each) => sum + (each.calls >= from ? each.resolved : 0), 0)
    return liveInterval({ ...run, right }, LIVE_ALPHA / steps.length)
  })
  // Every trial is charged one call. Within a step the share falls from that of its first call to that of the next step's.
  return {
    low: steps.reduce(
      (sum, { width }, at) => sum + (shares[at]?.low ?? 0) + (width - 1) * (shares[at + 1]?.low ?? 0),
      1,
    ),
    high: steps.reduce((sum, { width }, at) => sum + width * (shares[at]?.high ?? 1), 1),
  }
}

/** The calls from 2 to the budget in steps of one, or of equal widths if they are many. */
function stepsOf(budget: number): { readonly from: number; readonly width: number }[] {
  const width = Math.max(1, Math.ceil((budget - 1) / MOST_STEPS))
  const count = Math.ceil((budget - 1) / width)
  return Array.from({ length: count }, (_, at) => {
    const from = 2 + at * width
    return { from, width: Math.min(width, budget + 1 - from) }
  })
}

/** Limits that hold at a look, clipped to the bounds that no later result can leave. */
export function overlap(certain: Bounds, { low, high }: Bounds): Bounds {
  return { low: within(certain, low), high: within(certain, high) }
}

/** The nearest value that lies in the bounds. */
export function within({ low, high }: Bounds, value: number): number {
  return Math.min(high, Math.max(low, value))
}
