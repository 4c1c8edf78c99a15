import type { Bounds, DecidedDifference, Until, UntilLook } from '@cges-fleet/core'
import type { ReportedSpec } from '@cges-fleet/methods'
import { baselinesOf } from '../evaluation/evaluation-statistics.js'
import { liveDifference } from './live-difference.js'
import { LIVE_ALPHA, overlap, within } from './live-interval.js'
import type { SeenPrefix } from './until.js'

/** An evaluation that its `until` ended, as far as its methods are compared. */
interface DecidedRun {
  readonly methods: readonly ReportedSpec[]
  /** Its closed prefix, which may have grown since it was decided. */
  readonly seen: SeenPrefix
  /** The key of the method all others are compared with; null: each one's default. */
  readonly baseline: string | null
  readonly goal: Until
  readonly look: UntilLook
}

/**
 * Estimates by how much each method of a decided evaluation differs from its baseline on all its questions. The limits of
 * all of them hold together, at every look at once, in 95 % of runs: α is divided among the comparisons. A method is left
 * out that never has a verdict where its baseline has one.
 */
export function decidedDifferences({ methods, seen, baseline, goal, look }: DecidedRun): DecidedDifference[] {
  const pairs = Object.entries(baselinesOf(methods, baseline))
  const shownAtLook = new Map(isOf(goal, pairs) ? look.decisions.map((each) => [each.key, each]) : [])
  return pairs.flatMap(([key, other]): DecidedDifference[] => {
    const counts = seen.pair(key, other)
    if (counts.unknown >= seen.closed) return []
    const { trials, closed } = seen
    const { value, low, high, n } = liveDifference({ trials, closed, ...counts }, LIVE_ALPHA / pairs.length)
    const limits = narrowed({ low, high }, shownAtLook.get(key))
    return [{ key, baseline: other, value: within(limits, value), ...limits, n }]
  })
}

/** What decided it holds too if it was about the same comparisons: α was divided in the same way. */
function isOf(goal: Until, pairs: readonly (readonly [string, string])[]): boolean {
  return goal.kind === 'decided' && pairs.every(([, baseline]) => baseline === goal.baseline)
}

function narrowed(limits: Bounds, earlier: Bounds | undefined): Bounds {
  return earlier === undefined ? limits : overlap(limits, { low: earlier.low, high: earlier.high })
}
