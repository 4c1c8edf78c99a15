import { hasEnded } from '@cges-fleet/core'
import { isSetMethod } from '@cges-fleet/methods'
import {
  bookSpent,
  bothUsed,
  type CountedTexts,
  countTexts,
  type EntityManager,
  failEvaluation,
  finishEvaluation,
  forgetRoundFailures,
  keptAwake,
  lockEvaluation,
  type LockedEvaluation,
  type QueuedCall,
  takeLanded,
  takeRanked,
  waitingRegrade,
} from '@cges-fleet/db'
import { traceOfTrial } from '@cges-fleet/telemetry'
import { runRegrade } from '../regrade/run-regrade.js'
import { applyRound } from './apply-round.js'
import { loadRound, type Taken } from './load-round.js'
import { lookForCopies } from './look-for-copies.js'
import { planRound } from './plan-round.js'
import { runnableMethods } from './runnable-methods.js'
import { tracedId } from './traced-id.js'

export interface RoundResult {
  /** Calls to queue once the transaction is committed. */
  readonly queued: readonly TracedCall[]
  /** There is more to do than fits one round. */
  readonly more: boolean
  /** How many trials it read samples of. */
  readonly read: number
  /** The evaluation's trace, if the round read or planned something traced. */
  readonly traceparent: string | null
}

/** How a round is run. */
export interface RoundTerms {
  readonly landedBy?: Date | null
  /** Called with the pool of its evaluation. */
  readonly isOf?: (pool: string) => void
}

/** A planned call with the trace it belongs to, if any. */
type TracedCall = QueuedCall & { readonly traceparent: string | null }

const NOTHING: RoundResult = { queued: [], more: false, read: 0, traceparent: null }

/**
 * Runs one round of an evaluation in one transaction: takes in what landed, loads what it decides from, plans, and
 * applies the plan. Locks the evaluation's row first. Throws `UnkeyedAnswers` if it lacks keys of what it read, which
 * is everything landed, or what had landed by a given time.
 */
export async function runRound(
  tx: EntityManager,
  evaluationId: string,
  { landedBy = null, isOf }: RoundTerms = {},
): Promise<RoundResult> {
  const found = await lockEvaluation(tx, evaluationId)
  if (found === null || found.retriesLater) return NOTHING
  isOf?.(found.pool)
  const locked = await forgetRoundFailures(tx, found)
  const taken = await take(tx, locked, landedBy)
  const texts = await textsOf(tx, locked, taken)
  if (locked.status !== 'running') return settle(tx, locked, taken)
  const evaluation = await runnableMethods(tx, locked, { ...texts, landed: taken.landed.taken })
  if (evaluation instanceof Error) return fail(tx, locked, { taken, error: evaluation })
  if (await lookForCopies(tx, evaluation, texts)) {
    await bookSpent(tx, evaluation, taken.spent)
    return NOTHING
  }
  const state = await loadRound(tx, evaluation, taken)
  const plan = await planRound(state, keptAwake(tx))
  if (plan instanceof Error) return fail(tx, evaluation, { taken, error: plan })
  const { queued, more } = await applyRound(tx, state, plan)
  return { ...traced(evaluation, taken.landed.trialIds, queued), more }
}

/** Ends an evaluation that cannot go on; what it spent is booked all the same. */
async function fail(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  { taken, error }: { readonly taken: Taken; readonly error: Error },
): Promise<RoundResult> {
  await bookSpent(tx, evaluation, taken.spent)
  await failEvaluation(tx, evaluation, error.message)
  return NOTHING
}

const NO_TEXTS: CountedTexts = { repeated: 0, copied: 0, isSuspicious: false, lacks: [] }

async function textsOf(tx: EntityManager, { id }: LockedEvaluation, { landed }: Taken): Promise<CountedTexts> {
  return landed.trialIds.length === 0 ? NO_TEXTS : countTexts(tx, id, landed.trialIds)
}

/** Marks landed samples as read, and counts their cost. */
async function take(tx: EntityManager, evaluation: LockedEvaluation, landedBy: Date | null): Promise<Taken> {
  const landed = await takeLanded(tx, evaluation, landedBy)
  if (!evaluation.methods.some(isSetMethod)) return { landed, spent: landed.used }
  return { landed, spent: bothUsed(landed.used, await takeRanked(tx, evaluation.id)) }
}

/** Counts samples that landed after an evaluation ended, and regrades it if that was requested. */
async function settle(tx: EntityManager, evaluation: LockedEvaluation, taken: Taken): Promise<RoundResult> {
  const { landed, spent } = taken
  if (spent.calls > 0) {
    await bookSpent(tx, evaluation, spent)
    await finishEvaluation(tx, evaluation)
  }
  const version = await waitingRegrade(tx, evaluation.id)
  if (version !== null && !landed.more && hasEnded(evaluation.status)) await runRegrade(tx, evaluation, version)
  return { ...NOTHING, ...traced(evaluation, landed.trialIds, []), more: landed.more }
}

/** Returns which parts of what a round read and planned belong to the evaluation's trace. */
function traced(
  evaluation: LockedEvaluation,
  read: readonly string[],
  planned: readonly QueuedCall[],
): Omit<RoundResult, 'more'> {
  const queued = planned.map((call) => ({ ...call, traceparent: traceOfTrial(evaluation, tracedId(call)) }))
  const traces = [...read.map((id) => traceOfTrial(evaluation, id)), ...queued.map(({ traceparent }) => traceparent)]
  return { queued, read: read.length, traceparent: traces.find((trace) => trace !== null) ?? null }
}
