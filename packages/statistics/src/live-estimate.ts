import type { Bounds, LiveEstimate } from '@cges-fleet/core'
import { liveCalls } from './live-calls.js'
import { liveDifference } from './live-difference.js'
import { liveInterval } from './live-interval.js'

/** What a method has on the first `closed` trials of the order, none of them open. */
export interface MethodPrefix {
  readonly closed: number
  /** Those it has resolved, by the calls they were charged. */
  readonly byCalls: readonly { readonly calls: number; readonly resolved: number; readonly correct: number }[]
  /** Those that its baseline has resolved too, with what it has right alone and wrong alone; null for a baseline. */
  readonly paired: {
    readonly baseline: string
    readonly resolved: number
    readonly wins: number
    readonly losses: number
  } | null
}

export interface LiveTotals {
  readonly trials: number
  readonly budget: number
  readonly prefix?: MethodPrefix | null
}

/**
 * Says where a method will end while it runs, by what is closed at the front of the order and by what is known for certain;
 * null until a trial there has its verdict. No value lies outside its limits.
 */
export function liveEstimate(
  { trials, budget, prefix }: LiveTotals,
  bounds: { readonly accuracy: Bounds; readonly calls: Bounds },
): LiveEstimate | null {
  if (prefix === undefined || prefix === null) return null
  const { closed, byCalls } = prefix
  const resolved = sumOf(byCalls, (each) => each.resolved)
  if (resolved === 0) return null
  const right = sumOf(byCalls, (each) => each.correct)
  const accuracy = liveInterval({ trials, closed, right, unknown: closed - resolved })
  const calls = liveCalls({ trials, closed, byCalls, budget })
  const limits = overlap(bounds.accuracy, accuracy)
  const callsLimits = overlap(bounds.calls, calls)
  return {
    value: within(limits, accuracy.value),
    ...limits,
    n: closed,
    calls: within(callsLimits, sumOf(byCalls, (each) => each.calls * each.resolved) / resolved),
    callsLow: callsLimits.low,
    callsHigh: callsLimits.high,
    difference: differenceOf(trials, prefix),
  }
}

function differenceOf(trials: number, { closed, paired }: MethodPrefix): LiveEstimate['difference'] {
  if (paired === null || paired.resolved === 0) return null
  const { baseline, resolved, wins, losses } = paired
  const { value, low, high } = liveDifference({ trials, closed, wins, losses, unknown: closed - resolved })
  return { baseline, value: within({ low, high }, value), low, high }
}

function sumOf<Each>(values: readonly Each[], of: (value: Each) => number): number {
  return values.reduce((sum, each) => sum + of(each), 0)
}

/** Limits that hold at a look, moved to what no later result can leave. */
function overlap(certain: Bounds, { low, high }: Bounds): Bounds {
  return { low: within(certain, low), high: within(certain, high) }
}

function within({ low, high }: Bounds, value: number): number {
  return Math.min(high, Math.max(low, value))
}
