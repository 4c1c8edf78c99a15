import { GRADING_VERSION } from '@cges-fleet/answers'
import { isSetMethod } from '@cges-fleet/methods'
import {
  bookSpent,
  type EntityManager,
  finishEvaluation,
  lockTurns,
  planSamples,
  type QueuedCall,
  type Room,
  stopAtCap,
  takeRankingsToQueue,
  withdrawDraws,
  writeDecisions,
} from '@cges-fleet/db'
import { gradeTrials } from './grade-trials.js'
import type { RoundState } from './load-round.js'
import type { RoundPlan } from './plan-round.js'

/** The result of a round: what it wrote, and the calls to queue after the commit. */
export interface Applied {
  readonly queued: readonly QueuedCall[]
  readonly more: boolean
}

/** Writes a round's plan: grades and verdicts, spending, the next samples and rankings, and the evaluation's end. */
export async function applyRound(tx: EntityManager, state: RoundState, plan: RoundPlan): Promise<Applied> {
  const { evaluation, room, returned, taken } = state
  await writeDecided(tx, state, plan)
  const finished = await finishEvaluation(tx, evaluation)
  // Rounds of one team wait for each other from here to the commit: work that needs no turn comes before it.
  if (takesTurns(state, plan)) await lockTurns(tx, evaluation.teamId)
  // The team's turns and limits depend on what was spent so far: it is booked before they are selected.
  await bookSpent(tx, evaluation, { ...taken.spent, returned: returned.length })
  if (finished) return { queued: [], more: false }
  const turns = await planSamples(tx, evaluation, plan.samples)
  const rankings = await queueRankings(tx, state, turns.queued.length)
  const reason = turns.usedUp ?? rankings.usedUp ?? (plan.capped || rankings.capped ? capReason(room) : null)
  const stopped = await stop(tx, state, state.more ? null : reason)
  return {
    queued: [...rankings.queued, ...returned, ...turns.queued],
    more: !stopped && (state.more || (reason === null && plan.moreIdle)),
  }
}

function takesTurns({ evaluation }: RoundState, { samples }: RoundPlan): boolean {
  return samples.length > 0 || evaluation.methods.some(isSetMethod)
}

async function writeDecided(tx: EntityManager, { evaluation }: RoundState, { decisions }: RoundPlan): Promise<void> {
  const { id: evaluationId, teamId, lookahead, audit } = evaluation
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
  if (lookahead === 'off' && audit === 0) return
  await withdrawDraws(
    tx,
    trials.filter(({ state }) => state === 'closed').map(({ id }) => id),
  )
}

const NO_RANKINGS = { queued: [], usedUp: null, capped: false }

/** Takes rankings to queue if a method ranks questions, within what the caps leave after that many samples. */
async function queueRankings(tx: EntityManager, { evaluation, room }: RoundState, planned: number) {
  if (!evaluation.methods.some(isSetMethod)) return NO_RANKINGS
  const calls = room.calls - planned * room.callsPerSample
  const { queued, usedUp, wait } = await takeRankingsToQueue(tx, evaluation, room.inFlight, calls)
  return { queued, usedUp, capped: calls < 1 && wait }
}

/** Ends an evaluation whose caps or team limits allow nothing more. */
async function stop(tx: EntityManager, { evaluation, room }: RoundState, reason: string | null): Promise<boolean> {
  if (room.redeliveriesUsedUp) return stopAtCap(tx, evaluation, TOO_MANY_REDRAWS, 'stays')
  return reason !== null && stopAtCap(tx, evaluation, reason, 'waits')
}

/** Names the cap. */
function capReason({ cap }: Room): string {
  return cap === null ? 'a cap was reached' : `its cap of ${cap.amount.toLocaleString('en')} ${cap.of} is reached`
}

const TOO_MANY_REDRAWS =
  'its redraws used up what the cap on calls allows for them: see why samples fail, then extend it'
