import { trialSeedBase } from '@cges-fleet/core'
import {
  type EntityManager,
  finishedRankings,
  insertRankings,
  type LockedEvaluation,
  type NewRanking,
  plannedRankings,
  type RankedSet,
  selectSet,
  sha256,
  unparkTrials,
  writeRankingOrder,
} from '@cges-fleet/db'
import {
  decideQuestions,
  type DscSpec,
  isSetMethod,
  methodKey,
  rankingBatches,
  rankingScores,
  ranksQuestions,
  seededRandom,
  type SetMethodSpec,
} from '@cges-fleet/methods'
import type { SetStanding } from './decide-trial.js'

export interface DecidedSets {
  /** The standings on a trial of the methods that decide sets. */
  of(trialId: string): readonly SetStanding[]
  /** Trials they decided, which may differ from those a sample landed on. */
  readonly decided: readonly string[]
  /** Parked trials have woken: another round must plan them. */
  readonly awake: boolean
}

/** For evaluations without methods that decide sets. */
export const NO_SETS: DecidedSets = { of: () => [], decided: [], awake: false }

/** Advances the methods that decide whole sets of questions, for the replicates in which something changed. */
export async function decideSets(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  replicates: ReadonlySet<number>,
): Promise<DecidedSets> {
  const specs = evaluation.methods.filter(isSetMethod)
  const standings: { spec: SetMethodSpec; of: ReadonlyMap<string, SetStanding> }[] = []
  const decided: string[] = []
  const awake: string[] = []
  for (const spec of specs) {
    const key = methodKey(spec)
    const isRanked = ranksQuestions(spec)
    if (isRanked) await planRankingCalls(tx, evaluation, spec)
    const fresh = isRanked ? await settleRankings(tx, evaluation, key) : []
    for (const replicate of new Set([...replicates, ...fresh])) {
      const set = await selectSet(tx, evaluation.id, { methodKey: key, isRanked, replicate })
      // All trials of the set must exist before it is decided.
      if (set === null || set.trials.length < evaluation.questions) continue
      const decision = decideRankedSet(spec, set)
      standings.push({ spec, of: decision.standings })
      decided.push(...decision.decided)
      awake.push(...decision.awake)
    }
  }
  await unparkTrials(tx, awake)
  return {
    of: (trialId) => specs.map((spec) => standingOf(spec, trialId, standings)),
    decided,
    awake: awake.length > 0,
  }
}

/** Before its questions are ranked, a set asks for nothing. */
function standingOf(
  spec: SetMethodSpec,
  trialId: string,
  standings: readonly { spec: SetMethodSpec; of: ReadonlyMap<string, SetStanding> }[],
): SetStanding {
  for (const { spec: ofSpec, of } of standings) {
    const standing = of.get(trialId)
    if (ofSpec === spec && standing !== undefined) return standing
  }
  return { key: methodKey(spec), spec, standing: { state: 'open', until: 0, stalled: false } }
}

interface SetDecision {
  /** By trial: the method's standing on it. */
  readonly standings: ReadonlyMap<string, SetStanding>
  /** Trials decided just now. */
  readonly decided: readonly string[]
  /** Parked trials that have something to ask for again. */
  readonly awake: readonly string[]
}

/** Decides a whole replicate together, in the order of the set. Pure, and so independent of the order of arrival. */
export function decideRankedSet(spec: SetMethodSpec, set: RankedSet): SetDecision {
  const key = methodKey(spec)
  const prefixes = set.trials.map(({ answers }) => answers.map((answer) => ({ answer, confidences: {} })))
  const questions = decideQuestions(spec, set.easyToHard, prefixes)
  const byPosition = new Map(questions.map((question) => [question.question, question]))
  const moving = set.trials.some((trial) => {
    const question = byPosition.get(trial.position)
    const inFlight = !trial.blocked && trial.requested > trial.answers.length
    const wanted = !trial.blocked && question?.state === 'open' && question.until > trial.requested
    return inFlight || wanted
  })
  const standings = new Map<string, SetStanding>()
  const decided: string[] = []
  const awake: string[] = []
  for (const trial of set.trials) {
    const question = byPosition.get(trial.position)
    if (question === undefined) continue
    const stopped = question.state === 'stopped'
    const standing = stopped ? question : { state: 'open' as const, until: question.until, stalled: !moving }
    standings.set(trial.trialId, { key, spec, standing })
    if ((stopped || !moving) && !trial.decided) decided.push(trial.trialId)
    if (!stopped && trial.parked && question.until > trial.requested) awake.push(trial.trialId)
  }
  return { standings, decided, awake }
}

/** Plans the calls that rank an evaluation's questions by difficulty, once for each replicate. */
async function planRankingCalls(tx: EntityManager, evaluation: LockedEvaluation, spec: DscSpec): Promise<void> {
  const key = methodKey(spec)
  const planned = await plannedRankings(tx, evaluation.id, key)
  const replicates = evaluation.trialsTotal / evaluation.questions
  for (let replicate = 0; replicate < replicates; replicate++) {
    if (planned.includes(replicate)) continue
    await insertRankings(tx, evaluation, rankingsOf(evaluation, spec, key, replicate))
  }
}

/** Turns finished rankings into the order of their set, and returns the replicates that got theirs. */
async function settleRankings(tx: EntityManager, evaluation: LockedEvaluation, methodKey: string): Promise<number[]> {
  const finished = await finishedRankings(tx, evaluation.id, methodKey)
  for (const { replicate, results } of finished) {
    const { easyToHard } = rankingScores(evaluation.questions, results)
    await writeRankingOrder(tx, evaluation, { methodKey, replicate, easyToHard })
  }
  return finished.map(({ replicate }) => replicate)
}

function rankingsOf(evaluation: LockedEvaluation, spec: DscSpec, key: string, replicate: number): NewRanking[] {
  const { seed: evaluationSeed, benchmarkRevision } = evaluation
  const random = seededRandom(JSON.stringify([evaluationSeed, benchmarkRevision, key, replicate]))
  return rankingBatches(evaluation.questions, spec, random).map((positions, batch) => {
    const identity = { evaluationSeed, benchmarkRevision, questionId: `ranking ${batch} of ${key}`, replicate }
    return { methodKey: key, replicate, batch, positions, seed: trialSeedBase(sha256, identity) }
  })
}
