import { GRADING_VERSION } from '@cges-fleet/answers'
import type { AlarmNote, EvaluationReason } from '@cges-fleet/core'
import {
  bookSpent,
  type EntityManager,
  finishEvaluation,
  lockTurns,
  planOtherCalls,
  planSamples,
  plansOtherCalls,
  type QueuedCall,
  type Room,
  stopAtCap,
  dropDraws,
  writeDecisions,
} from '@cges-fleet/db'
import { gradeTrials } from './grade-trials.js'
import type { RoundState } from './load-round.js'
import { mayLookAhead } from './look-ahead.js'
import type { RoundPlan } from './plan-round.js'

/** The result of a round: what it wrote, and the calls to queue after the commit. */
export interface Applied {
  readonly queued: readonly QueuedCall[]
  readonly more: boolean
  readonly alarm: AlarmNote | null
}

/** Writes a round's plan: grades and verdicts, spending, the next samples and other calls, and the evaluation's end. */
export async function applyRound(tx: EntityManager, state: RoundState, plan: RoundPlan): Promise<Applied> {
  const { evaluation, room, returned, taken } = state
  await writeDecided(tx, state, plan)
  const { ended, alarm } = await finishEvaluation(tx, evaluation)
  // Rounds of one team wait for each other from here to the commit: work that needs no turn comes before it.
  if (takesTurns(state, plan)) await lockTurns(tx, evaluation.teamId)
  // The team's turns and limits depend on what was spent so far: it is booked before they are selected.
  await bookSpent(tx, evaluation, { ...taken.spent, returned: returned.length })
  if (ended) return { queued: [], more: false, alarm }
  const turns = await planSamples(tx, evaluation, plan.samples)
  const others = await planOtherCalls(tx, evaluation, {
    atOnce: room.inFlight,
    calls: room.calls - turns.queued.length * room.callsPerSample,
  })
  const reason = turns.usedUp ?? others.usedUp ?? (plan.capped || others.capped ? capReason(room) : null)
  const stopped = await stop(tx, state, state.more ? null : reason)
  return {
    queued: [...others.queued, ...returned, ...turns.queued],
    more: !stopped && (state.more || (reason === null && plan.moreIdle)),
    alarm,
  }
}

function takesTurns({ evaluation }: RoundState, { samples }: RoundPlan): boolean {
  return samples.length > 0 || plansOtherCalls(evaluation)
}

async function writeDecided(tx: EntityManager, { evaluation }: RoundState, { decisions }: RoundPlan): Promise<void> {
  const { id: evaluationId, teamId, audit } = evaluation
  const trials = decisions.map(({ change }) => change)
  await gradeTrials(
    tx,
    evaluationId,
    trials.map(({ id }) => id),
  )
  await writeDecisions(tx, {
    evaluationId,
    teamId,
    gradingVersion: GRADING_VERSION,
    verdicts: decisions.flatMap(({ verdicts }) => verdicts),
    standings: decisions.flatMap(({ standings }) => standings),
    trials,
  })
  if (!mayLookAhead(evaluation) && audit === 0) return
  await dropDraws(
    tx,
    trials.filter(({ state }) => state === 'closed').map(({ id }) => id),
  )
}

/** Ends an evaluation whose caps or team limits allow nothing more. */
async function stop(
  tx: EntityManager,
  { evaluation, room }: RoundState,
  reason: EvaluationReason | null,
): Promise<boolean> {
  if (room.redeliveriesUsedUp) return stopAtCap(tx, evaluation, REDRAWS_USED_UP, 'stays')
  return reason !== null && stopAtCap(tx, evaluation, reason, 'waits')
}

/** Names the tightest cap; null if there is none. */
function capReason({ cap }: Room): EvaluationReason | null {
  return cap === null ? null : { kind: `${cap.of}_cap`, counts: { cap: cap.amount }, why: null }
}

const REDRAWS_USED_UP = { kind: 'redraws_used_up', counts: {}, why: null } as const
