import { hasEnded } from '@cges-fleet/core'
import { isTrialMethod } from '@cges-fleet/methods'
import {
  bookSpent,
  bothUsed,
  type EntityManager,
  failEvaluation,
  finishEvaluation,
  keptAwake,
  lockEvaluation,
  type LockedEvaluation,
  lockTurns,
  type QueuedCall,
  takeLanded,
  takeRanked,
  waitingRegrade,
} from '@cges-fleet/db'
import { traceOfTrial } from '@cges-fleet/telemetry'
import { runRegrade } from '../regrade/run-regrade.js'
import { applyRound } from './apply-round.js'
import { loadRound, type Taken } from './load-round.js'
import { planRound } from './plan-round.js'
import { tracedId } from './traced-id.js'

export interface RoundResult {
  /** Calls to queue once the transaction is committed. */
  readonly queued: readonly TracedCall[]
  /** There is more to do than one round takes. */
  readonly more: boolean
  /** How many trials it read samples of. */
  readonly read: number
  /** The evaluation's trace, where the round read or planned something that is traced. */
  readonly traceparent: string | null
}

/** A planned call with the trace it belongs to, if any. */
type TracedCall = QueuedCall & { readonly traceparent: string | null }

const NOTHING: RoundResult = { queued: [], more: false, read: 0, traceparent: null }

/**
 * One round of an evaluation in one transaction: takes in what landed, loads what it decides from, plans, and applies the
 * plan. The lock on the evaluation's row is taken first. Throws `UnkeyedAnswers` where it lacks keys of what it read, which is
 * what landed by a time, or all.
 */
export async function runRound(
  tx: EntityManager,
  evaluationId: string,
  landedBy: Date | null = null,
): Promise<RoundResult> {
  const evaluation = await lockEvaluation(tx, evaluationId)
  if (evaluation === null) return NOTHING
  const taken = await take(tx, evaluation, landedBy)
  if (evaluation.status !== 'running') return settle(tx, evaluation, taken)
  const state = await loadRound(tx, evaluation, taken)
  const plan = await planRound(state, keptAwake(tx))
  if (plan instanceof Error) {
    await book(tx, evaluation, taken)
    await failEvaluation(tx, evaluation, plan.message)
    return NOTHING
  }
  const { queued, more } = await applyRound(tx, state, plan)
  return { ...traced(evaluation, taken.landed.trialIds, queued), more }
}

/** Marks what has landed as read, and counts what it took. */
async function take(tx: EntityManager, evaluation: LockedEvaluation, landedBy: Date | null): Promise<Taken> {
  const landed = await takeLanded(tx, evaluation, landedBy)
  if (evaluation.methods.every(isTrialMethod)) return { landed, spent: landed.used }
  return { landed, spent: bothUsed(landed.used, await takeRanked(tx, evaluation.id)) }
}

/** Counts what still landed of an evaluation that runs no more, and grades it again where somebody asked for it. */
async function settle(tx: EntityManager, evaluation: LockedEvaluation, taken: Taken): Promise<RoundResult> {
  const { landed, spent } = taken
  if (spent.calls > 0) {
    await book(tx, evaluation, taken)
    await finishEvaluation(tx, evaluation)
  }
  const version = await waitingRegrade(tx, evaluation.id)
  if (version !== null && !landed.more && hasEnded(evaluation.status)) await runRegrade(tx, evaluation, version)
  return { ...NOTHING, ...traced(evaluation, landed.trialIds, []), more: landed.more }
}

async function book(tx: EntityManager, evaluation: LockedEvaluation, { spent }: Taken): Promise<void> {
  await lockTurns(tx, evaluation.teamId)
  await bookSpent(tx, evaluation, spent)
}

/** Says which of what a round read and planned belongs to the evaluation's trace. */
function traced(
  evaluation: LockedEvaluation,
  read: readonly string[],
  planned: readonly QueuedCall[],
): Omit<RoundResult, 'more'> {
  const queued = planned.map((call) => ({ ...call, traceparent: traceOfTrial(evaluation, tracedId(call)) }))
  const traces = [...read.map((id) => traceOfTrial(evaluation, id)), ...queued.map(({ traceparent }) => traceparent)]
  return { queued, read: read.length, traceparent: traces.find((trace) => trace !== null) ?? null }
}
