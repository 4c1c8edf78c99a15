import { GRADING_VERSION, hasEnded, isTrialMethod, methodKey } from '@cges-fleet/core'
import {
  bothUsed,
  createTrials,
  type EntityManager,
  failEvaluation,
  finishEvaluation,
  type Headroom,
  lockEvaluation,
  inTurns,
  keptAwake,
  type LockedEvaluation,
  type OpenTrial,
  planSamples,
  type QueuedRanking,
  type QueuedSample,
  readHeadroom,
  readOpenTrials,
  readWindow,
  reopenTrials,
  returnRetried,
  settleUsage,
  stopAtCap,
  takeLanded,
  type TakenSamples,
  takeRanked,
  takeRankingsToQueue,
  type Used,
  waitingRegrade,
  writeDecisions,
  writeSpending,
} from '@cges-fleet/db'
import { traceOfTrial } from '@cges-fleet/telemetry'
import { gradeTrials } from '../grading/grade-trials.js'
import { runRegrade } from '../regrade/run-regrade.js'
import { type DecidedSets, decideSets } from './decide-sets.js'
import { decideTrial, type KeyedMethod, type TrialDecision } from './decide-trial.js'
import { planWithinWindow } from './plan-within-window.js'

export interface RoundResult {
  /** Samples and rankings to queue once the transaction is committed. */
  readonly queued: readonly TracedSample[]
  readonly rankings: readonly TracedRanking[]
  /** There is more to do than one round takes. */
  readonly more: boolean
  /** How many trials it read samples of. */
  readonly read: number
  /** The evaluation's trace, where the round read or planned a sample that is traced. */
  readonly traceparent: string | null
}

/** A planned sample with the trace it belongs to, if any. */
type TracedSample = QueuedSample & { readonly traceparent: string | null }
type TracedRanking = QueuedRanking & { readonly traceparent: string | null }

/** A log has all the samples there will ever be. */
const NOTHING_TO_DRAW = { free: 0, size: 0 }

const NOTHING: RoundResult = { queued: [], rankings: [], more: false, read: 0, traceparent: null }

/**
 * One round of an evaluation in one transaction: reads what landed, decides the trials it touches, writes verdicts,
 * and plans the next samples of those still open. The lock on the evaluation's row is taken first. Throws `UnkeyedAnswers`
 * where it lacks keys of what it read, which is what landed by a time, or all.
 */
export async function runRound(
  tx: EntityManager,
  evaluationId: string,
  landedBy: Date | null = null,
): Promise<RoundResult> {
  const evaluation = await lockEvaluation(tx, evaluationId)
  if (evaluation === null) return NOTHING
  const landed = await takeLanded(tx, evaluation, landedBy)
  const spent = bothUsed(landed.used, await takeRanked(tx, evaluation.id))
  if (evaluation.status !== 'running') {
    if (spent.calls > 0) {
      await settleUsage(tx, evaluation, spent)
      await writeSpending(tx, evaluation.id, spent)
      await finishEvaluation(tx, evaluation)
    }
    const version = await waitingRegrade(tx, evaluation.id)
    if (version !== null && !landed.more && hasEnded(evaluation.status)) await runRegrade(tx, evaluation, version)
    return { ...NOTHING, ...traced(evaluation, landed.trialIds, {}), more: landed.more }
  }
  return advance(tx, evaluation, { landed, spent })
}

async function advance(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  { landed, spent }: { landed: TakenSamples; spent: Used },
): Promise<RoundResult> {
  const planned = await createTrials(tx, evaluation)
  const reopened = await reopenTrials(tx, evaluation)
  const { free, size } = evaluation.imported ? NOTHING_TO_DRAW : await readWindow(tx, evaluation)
  const headroom = await readHeadroom(tx, evaluation.id, spent)
  const returned = await returnRetried(tx, evaluation.id, Math.min(free, headroom.retries))
  const room = free - returned.length
  const trialIds = [...landed.trialIds, ...reopened.trialIds]
  const touched = await readOpenTrials(tx, { evaluationId: evaluation.id, trialIds, idle: room })
  const sets = await decideSets(tx, evaluation, new Set(touched.map((trial) => trial.replicate)))
  const trials = await withDecided(tx, evaluation, { touched, sets })
  const decided = await decideAll(tx, evaluation, { trials, sets })
  if (decided instanceof Error) {
    await writeSpending(tx, evaluation.id, spent)
    await failEvaluation(tx, evaluation, decided.message)
    return NOTHING
  }
  await writeDecided(tx, evaluation, decided)
  const wanted = decided.map(({ trial, decision }) => ({ trial, wanted: decision.wanted }))
  const wished = planWithinWindow(wanted, room)
  const affordable = wished.slice(0, headroom.samples)
  await settleUsage(tx, evaluation, spent)
  // Before planning, which goes by what was spent so far.
  await writeSpending(tx, evaluation.id, { ...spent, calls: spent.calls - returned.length })
  const turns = await planSamples(tx, evaluation, affordable)
  const queued = [...returned, ...turns.queued]
  const calls = headroom.calls - turns.queued.length * headroom.callsPerSample
  const { queued: rankings, usedUp, wait } = await takeRankingsToQueue(tx, evaluation, { atOnce: size, calls })
  const more = landed.more || planned < evaluation.trialsTotal || reopened.more || sets.awake
  const capped = affordable.length < wished.length || (calls < 1 && wait)
  const reason = turns.usedUp ?? usedUp ?? (capped ? capReason(headroom) : null)
  const ended = await end(tx, evaluation, { reason: more ? null : reason, headroom })
  const moreIdle = reason === null && room > 0 && touched.length - trialIds.length >= room && wished.length < room
  return { ...traced(evaluation, landed.trialIds, { queued, rankings }), more: !ended && (more || moreIdle) }
}

/** Says which of what a round read and planned belongs to the evaluation's trace. */
function traced(
  evaluation: LockedEvaluation,
  read: readonly string[],
  planned: { readonly queued?: readonly QueuedSample[]; readonly rankings?: readonly QueuedRanking[] },
): Omit<RoundResult, 'more'> {
  const of = (id: string) => traceOfTrial(evaluation, id)
  const queued = (planned.queued ?? []).map((sample) => ({ ...sample, traceparent: of(sample.trialId) }))
  const rankings = (planned.rankings ?? []).map((each) => ({ ...each, traceparent: of(each.rankingId) }))
  const [traceparent = null] = [
    ...read.map(of),
    ...[...queued, ...rankings].map((planned) => planned.traceparent),
  ].filter((trace) => trace !== null)
  return { queued, rankings, read: read.length, traceparent }
}

/** Ends an evaluation that is done, or that its caps or its team's limits let go no further. */
async function end(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  { reason, headroom }: { reason: string | null; headroom: Headroom },
): Promise<boolean> {
  if (await finishEvaluation(tx, evaluation)) return true
  if (headroom.redeliveriesUsedUp) return stopAtCap(tx, evaluation, { reason: TOO_MANY_REDRAWS, inFlight: 'stays' })
  return reason !== null && stopAtCap(tx, evaluation, { reason, inFlight: 'waits' })
}

/** Which cap it was. */
function capReason({ cap }: Headroom): string {
  return cap === null ? 'a cap was reached' : `its cap of ${cap.amount.toLocaleString('en')} ${cap.of} is reached`
}

const TOO_MANY_REDRAWS =
  'its redraws used up what the cap on calls allows for them: see why samples fail, then extend it'

/** Adds the trials that a set's decision reached without anything of theirs having landed. */
async function withDecided(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  { touched, sets }: { touched: readonly OpenTrial[]; sets: DecidedSets },
): Promise<readonly OpenTrial[]> {
  const known = new Set(touched.map((trial) => trial.id))
  const trialIds = sets.decided.filter((id) => !known.has(id))
  if (trialIds.length === 0) return touched
  return [...touched, ...(await readOpenTrials(tx, { evaluationId: evaluation.id, trialIds, idle: 0 }))]
}

interface Decided {
  readonly trial: OpenTrial
  readonly decision: TrialDecision
}

/** A rule that refuses its input ends the evaluation with its reason: trying again would refuse again. */
async function decideAll(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  { trials, sets }: { readonly trials: readonly OpenTrial[]; readonly sets: DecidedSets },
): Promise<Decided[] | Error> {
  const methods: KeyedMethod[] = evaluation.methods
    .filter(isTrialMethod)
    .map((spec) => ({ key: methodKey(spec), spec }))
  const decideOne = (trial: OpenTrial): Decided | Error => {
    try {
      return { trial, decision: decideTrial(methods, trial, sets.of(trial.id)) }
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  const decided: Decided[] = []
  for (const one of await inTurns(trials, decideOne, keptAwake(tx))) {
    if (one instanceof Error) return one
    decided.push(one)
  }
  return decided
}

async function writeDecided(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  decided: readonly Decided[],
): Promise<void> {
  const decisions = decided.map(({ decision }) => decision)
  await gradeTrials(
    tx,
    evaluation.id,
    decisions.map(({ change }) => change.id),
  )
  await writeDecisions(tx, {
    evaluationId: evaluation.id,
    teamId: evaluation.teamId,
    gradingVersion: GRADING_VERSION,
    verdicts: decisions.flatMap((decision) => decision.verdicts),
    standings: decisions.flatMap((decision) => decision.standings),
    trials: decisions.map((decision) => decision.change),
  })
}
