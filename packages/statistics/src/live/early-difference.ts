import type { EarlyDifference } from '@cges-fleet/core'
import { DEFAULT_MARGIN } from '../evaluation/evaluation-statistics.js'
import { judgeDifference } from '../significance.js'
import { liveDifference } from './live-difference.js'
import { LIVE_ALPHA } from './live-interval.js'

/** What two sides have on the first trials of a random order, all of which both have closed. */
export interface EarlySides {
  /** All trials of the run, N. */
  readonly trials: number
  /** The first of them that both closed, from 1 to N. */
  readonly closed: number
  /** Of these, those both have verdicts on. */
  readonly decided: number
  /** Of those, right on one side alone. */
  readonly onlyThis: number
  readonly onlyBase: number
  /** Over those, calls in all. */
  readonly thisCalls: number
  readonly baseCalls: number
}

/**
 * Compares two sides where a run was ended by what it had seen, so that limits for a fixed number of questions do not
 * hold: by how much their accuracies differ on all trials, from the first ones that both closed. The limits hold at
 * every number of trials at once (`liveDifference`), so at the smaller of the two that each run stopped at, too; and
 * together for all of `pairs` such comparisons. Null where no trial has verdicts of both.
 */
export function earlyDifference(sides: EarlySides, pairs: number): EarlyDifference | null {
  const { trials, closed, decided, onlyThis, onlyBase, thisCalls, baseCalls } = sides
  if (decided === 0) return null
  const unknown = closed - decided
  const counts = { trials, closed, wins: onlyThis, losses: onlyBase, unknown }
  const { value, low, high } = liveDifference(counts, LIVE_ALPHA / pairs)
  return {
    trials,
    closed,
    onlyThis,
    onlyBase,
    unknown,
    accuracy: { value: Math.min(high, Math.max(low, value)), low, high },
    judgement: judgeDifference({ low, high, holmP: 0 }, DEFAULT_MARGIN),
    calls: (thisCalls - baseCalls) / decided,
    baseCalls: baseCalls / decided,
  }
}
