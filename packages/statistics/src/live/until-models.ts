import type { ModelsUntil, UntilDecision, UntilLook } from '@cges-fleet/core'
import { liveDifference, type PairedPrefix } from './live-difference.js'
import { LIVE_ALPHA } from './live-interval.js'

/** Another model of the suite, on the first questions that both have closed; whole numbers. */
export interface SeenModel {
  /** Its pool. */
  readonly key: string
  /** All its questions, N. */
  readonly trials: number
  /** How many of the order's first both have closed. */
  readonly closed: number
  /** It was shown to be worse than some other model. */
  readonly isDropped: boolean
  /** Those that it has right and this model wrong, the reverse, and those where one has no verdict. */
  readonly counts: Pick<PairedPrefix, 'wins' | 'losses' | 'unknown'>
}

/**
 * Tells whether a model of a suite may end before its last question, by the others that are still in: once one of them is
 * shown to be `better` by more than the margin, or once each is shown to be `worse` by more than it, or `close`: neither
 * better nor worse by more. A model that was dropped before is not waited for: another is better than it (successive
 * elimination; Even-Dar, Mannor and Mansour, 2006). Without any other model it never holds.
 *
 * Limits hold at every look at once and for all pairs of models together in 95 % of runs: α is divided among the pairs that
 * the suite began with. So in at most 5 % of suites is any model dropped that is not worse by more than the margin. It never
 * holds before `atLeast` questions are closed. Throws a RangeError for counts that cannot be.
 *
 * @param closed How many of the order's first this model has closed.
 */
export function untilModelsState(until: ModelsUntil, closed: number, others: readonly SeenModel[]): UntilLook {
  const models = until.models.length
  const alpha = (2 * LIVE_ALPHA) / (models * (models - 1))
  const decisions = others.filter(({ isDropped }) => !isDropped).map((other) => compared(other, until, alpha))
  const isBeaten = decisions.some(({ outcome }) => outcome === 'better')
  const isSettled = others.length > 0 && decisions.every(({ outcome }) => outcome !== 'open')
  return { closed, holds: isBeaten || isSettled, decisions }
}

function compared({ key, trials, closed, counts }: SeenModel, until: ModelsUntil, alpha: number): UntilDecision {
  if (closed < Math.min(until.atLeast, trials) || counts.unknown >= closed)
    return { key, low: -1, high: 1, outcome: 'open' }
  const { low, high } = liveDifference({ trials, closed, ...counts }, alpha)
  const { margin } = until
  if (low > margin) return { key, low, high, outcome: 'better' }
  if (high < -margin) return { key, low, high, outcome: 'worse' }
  return { key, low, high, outcome: low >= -margin && high <= margin ? 'close' : 'open' }
}
