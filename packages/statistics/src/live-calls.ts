import type { Bounds } from '@cges-fleet/core'
import { LIVE_ALPHA, liveInterval } from './live-interval.js'

/** The calls a method was charged on the closed prefix of a seeded order. */
export interface ChargedPrefix {
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
