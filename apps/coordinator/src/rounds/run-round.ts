import { type AlarmNote, type EvaluationReason, hasEnded, poolAbilities } from '@cges-fleet/core'
import {
  bookSpent,
  bothUsed,
  type CountedTexts,
  countTexts,
  databaseTime,
  type DataSource,
  type EntityManager,
  failEvaluation,
  finishEvaluation,
  FIRST_ROUND,
  forgetRoundFailures,
  judgeSamples,
  keptAwake,
  type LockedEvaluation,
  lockEvaluation,
  pauseSenseless,
  type QueuedCall,
  selectAblePool,
  storeCopies,
  takeLanded,
  takeRanked,
  transaction,
  waitingRegrade,
} from '@cges-fleet/db'
import { isSetMethod } from '@cges-fleet/methods'
import { traceOfTrial } from '@cges-fleet/telemetry'
import { pauseWithoutVotes } from './first-samples.js'
import { gradeUnkeyed, UnkeyedAnswers } from './grade-trials.js'
import { runRegrade } from '../regrade/run-regrade.js'
import { applyRound } from './apply-round.js'
import { loadRound, type Taken } from './load-round.js'
import { planRound } from './plan-round.js'
import { runnableMethods } from './round-methods.js'

export interface RoundResult {
  /** Calls to queue once the transaction is committed. */
  readonly queued: readonly TracedCall[]
  /** There is more to do than fits one round. */
  readonly more: boolean
  /** How many trials it read samples of. */
  readonly read: number
  /** The evaluation's trace, if the round read or planned something traced. */
  readonly traceparent: string | null
  /** Answers differ by worker or over the run, as this round was the first to see. */
  readonly alarm: AlarmNote | null
}

/** How a round is run. */
interface RoundTerms {
  readonly landedBy?: Date | null
  /** Called with the pool of its evaluation. */
  readonly isOf?: (pool: string) => void
}

/** A planned call with the trace it belongs to, if any. */
type TracedCall = QueuedCall & { readonly traceparent: string | null }

const NOTHING: RoundResult = { queued: [], more: false, read: 0, traceparent: null, alarm: null }

/** A round's progress, for those who watch it. */
interface RoundWatch {
  /** Its evaluation is locked, and is of this pool. */
  readonly isOf: (pool: string) => void
  readonly written: () => void
}

const UNWATCHED: RoundWatch = { isOf: () => undefined, written: () => undefined }

/**
 * Runs one round in a transaction of its own. If keys are missing it is rolled back, they are computed, and it is
 * retried on what had landed by then: later arrivals are left to the next round, or a round might never have all the
 * keys it needs.
 */
export async function decideRound(
  db: DataSource,
  evaluationId: string,
  { isOf, written }: RoundWatch = UNWATCHED,
): Promise<RoundResult> {
  for (let landedBy: Date | null = null; ;) {
    try {
      return await transaction(db, async (tx) => {
        const result = await runRound(tx, evaluationId, { landedBy, isOf })
        written()
        return result
      })
    } catch (error) {
      if (!(error instanceof UnkeyedAnswers)) throw error
      landedBy ??= await databaseTime(db)
      await gradeUnkeyed(db, evaluationId, error.answers)
    }
  }
}

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
  if ('kind' in evaluation) return fail(tx, locked, { taken, reason: evaluation })
  if ((await lookForCopies(tx, evaluation, texts)) || (await pauseWithoutVotes(tx, evaluation, taken.landed.taken))) {
    await bookSpent(tx, evaluation, taken.spent)
    return NOTHING
  }
  const state = await loadRound(tx, evaluation, taken)
  const plan = await planRound(state, keptAwake(tx))
  if (plan instanceof Error) {
    return fail(tx, evaluation, { taken, reason: { kind: 'undecidable', counts: {}, why: plan.message } })
  }
  const { queued, more, alarm } = await applyRound(tx, state, plan)
  return { ...traced(evaluation, taken.landed.trialIds, queued), more, alarm }
}

/** Ends an evaluation that cannot go on; what it spent is booked all the same. */
async function fail(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  { taken, reason }: { readonly taken: Taken; readonly reason: EvaluationReason },
): Promise<RoundResult> {
  await bookSpent(tx, evaluation, taken.spent)
  await failEvaluation(tx, evaluation, reason)
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
): Pick<RoundResult, 'queued' | 'read' | 'traceparent'> {
  const queued = planned.map((call) => ({ ...call, traceparent: traceOfTrial(evaluation, tracedId(call)) }))
  const traces = [...read.map((id) => traceOfTrial(evaluation, id)), ...queued.map(({ traceparent }) => traceparent)]
  return { queued, read: read.length, traceparent: traces.find((trace) => trace !== null) ?? null }
}

/** Questions with several texts before anything is judged, unless the evaluation has fewer. */
const LEAST = 4

/**
 * Looks whether the first samples are copies of each other although their seeds differ, and pauses the evaluation if
 * they are: its votes and its saved calls would mean nothing. Judged once; somebody who resumes it has decided. Samples
 * of an import are judged, and nothing is paused. Returns whether it was paused.
 */
async function lookForCopies(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  { repeated, copied, isSuspicious }: CountedTexts,
): Promise<boolean> {
  const { id, temperature, imported, trialsTotal } = evaluation
  if (!isSuspicious || temperature === 0 || repeated < Math.min(LEAST, trialsTotal)) return false
  const isFound = await found(tx, evaluation)
  if (isFound || repeated >= FIRST_ROUND) await storeCopies(tx, id, isFound ? 'found' : 'clear')
  if (!isFound || imported) return false
  await pauseSenseless(tx, evaluation, { kind: 'copies', counts: { copied, questions: repeated }, why: null })
  return true
}

async function found(tx: EntityManager, { id, temperature, pool, imported }: LockedEvaluation): Promise<boolean> {
  const judged = await judgeSamples(tx, id, { temperature })
  if (judged !== 'suspected' || imported) return judged === 'found'
  return poolAbilities(await selectAblePool(tx, pool)).ignoresSeed
}

/** The id that trace sampling is decided by: all calls of a trial are traced, or none. */
export function tracedId({ callId, trialId, rankingId }: QueuedCall): string {
  return trialId ?? rankingId ?? callId
}
