import type { EvaluationTotals, RemainingTotals } from '@cges-fleet/db'
import type { MethodTotals } from '@cges-fleet/statistics'
import { isExternal, methodKey, type ReportedSpec } from '@cges-fleet/methods'

type Of = Pick<RemainingTotals, 'trials' | 'startedTrials'> & {
  readonly calls: EvaluationTotals['calls'] | RemainingTotals['calls']
  readonly standings: RemainingTotals['standings']
}

type MethodCounts = Pick<MethodTotals, 'trials' | 'started' | 'blocked' | 'byCalls' | 'openByDepth'>

/** Counts a method's trials: resolved ones by their calls, blocked ones, and open ones by the samples read. */
export function methodCounts(
  spec: ReportedSpec,
  { trials, startedTrials: started, calls, standings }: Of,
): MethodCounts {
  const key = methodKey(spec)
  const own = standings.filter(({ methodKey: of }) => of === key)
  const open = own.filter((standing) => !standing.blocked)
  const byCalls = calls.filter(({ methodKey: of }) => of === key)
  const undecided = trials.total - sum(byCalls.map((row) => row.resolved))
  const blocked = isExternal(spec)
    ? Math.min(trials.blocked, undecided)
    : sum(own.filter((standing) => standing.blocked).map((standing) => standing.trials))
  const notStarted = undecided - blocked - sum(open.map((row) => row.trials))
  return {
    trials: trials.total,
    started,
    blocked,
    byCalls,
    openByDepth: [
      ...(notStarted > 0 ? [{ depth: 0, trials: notStarted }] : []),
      ...open.map(({ depth, trials: count }) => ({ depth, trials: count })),
    ],
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
