import { isSetMethod, methodKey, ranksQuestions, type SetMethodSpec } from '@cges-fleet/methods'
import { type EntityManager, type LockedEvaluation, selectSet, unparkTrials } from '@cges-fleet/db'
import { decideRankedSet } from './decide-ranked-set.js'
import type { SetStanding } from './decide-trial.js'
import { planRankingCalls, settleRankings } from './plan-ranking-calls.js'

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
