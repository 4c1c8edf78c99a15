import { isTrialMethod, type ReportedSpec } from '@cges-fleet/methods'
import type { MethodTotals } from './method-report.js'
import { survivalByCalls } from './survival-by-calls.js'

/**
 * Gives the share of a method's trials that are unresolved after k = 0 … budget calls (Kaplan–Meier), which says how much
 * the open ones still need. Of a method that decides by the whole set it is [1] until all is decided: what it has resolved
 * is no fair sample.
 */
export function unresolvedAfter(
  spec: ReportedSpec,
  { trials, blocked, byCalls, openByDepth }: Pick<MethodTotals, 'trials' | 'blocked' | 'byCalls' | 'openByDepth'>,
): number[] {
  const resolved = byCalls.reduce((sum, each) => sum + each.resolved, 0)
  if (resolved + blocked < trials && !isTrialMethod(spec)) return [1]
  return survivalByCalls({
    closed: byCalls.map((each) => ({ calls: each.calls, trials: each.resolved })),
    open: openByDepth.map(({ depth, trials: open }) => ({ depth: Math.min(depth, spec.budget), trials: open })),
    budget: spec.budget,
  })
}
