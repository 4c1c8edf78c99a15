import type { EvaluationView } from '@cges-fleet/core'
import { type EvaluationTotals, RATE_WINDOW_SECONDS, type RemainingTotals } from '@cges-fleet/db'
import { isExternal, methodKey, type ReportedSpec } from '@cges-fleet/methods'
import { expectedRemainingDraws, type MethodTotals, unresolvedAfter } from '@cges-fleet/statistics'

/** The remaining time is only estimated once this share of the trials is closed. */
const ETA_FROM = 0.05

interface Remaining extends Pick<RemainingTotals, 'trials' | 'audit' | 'depths'> {
  readonly perSecond: number | null
}

/** Returns whether enough trials are closed for the remaining time to be estimated. */
export function tellsTimeLeft({ closed, total }: RemainingTotals['trials']): boolean {
  return closed >= ETA_FROM * total
}

/**
 * Estimates a running evaluation's remaining time. `survivals` are its methods' unresolved shares: the hungriest method determines
 * how long a trial is drawn for, so its curve gives what is left; audited trials take all. Null too early, or when nothing moves.
 */
export function timeLeft(
  { trials, audit, depths, perSecond }: Remaining,
  survivals: readonly (readonly number[])[],
): EvaluationView['eta'] {
  if (!tellsTimeLeft(trials) || perSecond === null || perSecond <= 0) return null
  const waiting = trials.total - trials.closed - trials.blocked - sum(depths.map((row) => row.trials))
  const open = [...(waiting > 0 ? [{ depth: 0, trials: waiting }] : []), ...depths]
  const hungriest = survivals.reduce((most, survival) => (sum(survival) > sum(most) ? survival : most))
  const { expected, atMost } = expectedRemainingDraws(hungriest, open)
  const needed = expected + audit * (atMost - expected)
  return { seconds: needed / perSecond, atMostSeconds: atMost / perSecond }
}

/** Estimates the same of a running evaluation in a list. */
export function listedTimeLeft(totals: RemainingTotals): EvaluationView['eta'] {
  const survivals = [...totals.methods, ...totals.external].map((spec) =>
    unresolvedAfter(spec, methodCounts(spec, totals)),
  )
  return timeLeft({ ...totals, perSecond: ratePerSecond(totals) }, survivals)
}

/** Samples read per second of late, while it runs; null at its first instant. */
export function ratePerSecond({
  elapsedSeconds,
  recentSamples,
}: Pick<RemainingTotals, 'elapsedSeconds' | 'recentSamples'>) {
  const seconds = Math.min(RATE_WINDOW_SECONDS, elapsedSeconds)
  return seconds > 0 ? recentSamples / seconds : null
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

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
  const ofMethod = standings.filter(({ methodKey: of }) => of === key)
  const open = ofMethod.filter((standing) => !standing.blocked)
  const byCalls = calls.filter(({ methodKey: of }) => of === key)
  const undecided = trials.total - sum(byCalls.map((row) => row.resolved))
  const blocked = isExternal(spec)
    ? Math.min(trials.blocked, undecided)
    : sum(ofMethod.filter((standing) => standing.blocked).map((standing) => standing.trials))
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
