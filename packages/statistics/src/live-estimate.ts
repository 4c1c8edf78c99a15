import type { Bounds, LiveEstimate } from '@cges-fleet/core'
import { liveAccuracy } from './live-accuracy.js'
import { liveCalls } from './live-calls.js'
import { liveDifference } from './live-difference.js'
import { overlap, within } from './within-bounds.js'

/** A method's figures on the closed prefix: the first `closed` trials of the order. */
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
 * Estimates a running method's final figures from its closed prefix and from the certain bounds; null until a trial of
 * the prefix has its verdict. No value lies outside its limits.
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
  const calls = liveCalls({ trials, closed, byCalls, budget })
  const callsLimits = overlap(bounds.calls, calls)
  return {
    ...liveAccuracy({ trials, closed, right, unknown: closed - resolved }, bounds.accuracy),
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
