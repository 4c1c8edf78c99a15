import { GRADING_VERSION, isTrialMethod, methodKey } from '@cges-fleet/core'
import {
  createTrials,
  type EntityManager,
  failEvaluation,
  finishEvaluation,
  lockEvaluation,
  type LockedEvaluation,
  type OpenTrial,
  planSamples,
  type QueuedRanking,
  type QueuedSample,
  readOpenTrials,
  readWindow,
  takeLanded,
  takeRankingsToQueue,
  writeDecisions,
} from '@cges-fleet/db'
import { type DecidedSets, decideSets } from './decide-sets.js'
import { decideTrial, type KeyedMethod, type TrialDecision } from './decide-trial.js'
import { planWithinWindow } from './plan-within-window.js'

export interface RoundResult {
  /** Samples and rankings to queue once the transaction is committed. */
  readonly queued: readonly QueuedSample[]
  readonly rankings: readonly QueuedRanking[]
  /** There is more to do than one round takes. */
  readonly more: boolean
}

const NOTHING: RoundResult = { queued: [], rankings: [], more: false }

/**
 * One round of an evaluation in one transaction: reads what landed, decides the trials it touches, writes verdicts,
 * and plans the next samples of those still open. The lock on the evaluation's row is taken first.
 */
export async function runRound(tx: EntityManager, evaluationId: string): Promise<RoundResult> {
  const evaluation = await lockEvaluation(tx, evaluationId)
  if (evaluation === null) return NOTHING
  const landed = await takeLanded(tx, evaluation.id)
  if (evaluation.status !== 'running') {
    if (landed.taken > 0) await finishEvaluation(tx, evaluation.id)
    return { ...NOTHING, more: landed.more }
  }
  const planned = await createTrials(tx, evaluation)
  const { free, size } = await readWindow(tx, evaluation)
  const touched = await readOpenTrials(tx, { evaluationId, trialIds: landed.trialIds, idle: free })
  const sets = await decideSets(tx, evaluation, new Set(touched.map((trial) => trial.replicate)))
  const trials = await withDecided(tx, evaluation, { touched, sets })
  const decided = decideAll(evaluation, trials, sets)
  if (decided instanceof Error) {
    await failEvaluation(tx, evaluation.id, decided.message)
    return NOTHING
  }
  const queued = await write(tx, evaluation, { decided, free })
  const rankings = await takeRankingsToQueue(tx, evaluation.id, size)
  const done = await finishEvaluation(tx, evaluation.id)
  return { queued, rankings, more: !done && (landed.more || planned < evaluation.trialsTotal || sets.awake) }
}

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
function decideAll(evaluation: LockedEvaluation, trials: readonly OpenTrial[], sets: DecidedSets): Decided[] | Error {
  const methods: KeyedMethod[] = evaluation.methods
    .filter(isTrialMethod)
    .map((spec) => ({ key: methodKey(spec), spec }))
  try {
    return trials.map((trial) => ({ trial, decision: decideTrial(methods, trial, sets.of(trial.id)) }))
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function write(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  round: { decided: readonly Decided[]; free: number },
): Promise<QueuedSample[]> {
  const decisions = round.decided.map(({ decision }) => decision)
  await writeDecisions(tx, {
    evaluationId: evaluation.id,
    teamId: evaluation.teamId,
    gradingVersion: GRADING_VERSION,
    verdicts: decisions.flatMap((decision) => decision.verdicts),
    standings: decisions.flatMap((decision) => decision.standings),
    trials: decisions.map((decision) => decision.change),
  })
  const wanted = round.decided.map(({ trial, decision }) => ({ trial, wanted: decision.wanted }))
  return planSamples(tx, evaluation, planWithinWindow(wanted, round.free))
}
