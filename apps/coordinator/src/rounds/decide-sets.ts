import { type DscSpec, isTrialMethod, methodKey } from '@cges-fleet/methods'
import { type EntityManager, type LockedEvaluation, readRankedSet, unparkTrials } from '@cges-fleet/db'
import { decideRankedSet } from './decide-ranked-set.js'
import type { SetStanding } from './decide-trial.js'
import { planRankingCalls, settleRankings } from './plan-ranking-calls.js'

export interface DecidedSets {
  /** Where the methods that decide sets stand on a trial. */
  of(trialId: string): readonly SetStanding[]
  /** Trials they decided, which may be others than those a sample landed on. */
  readonly decided: readonly string[]
  /** Trials came back that had nothing to ask for: another round must plan them. */
  readonly awake: boolean
}

/** Of an evaluation none of whose methods decides sets. */
export const NO_SETS: DecidedSets = { of: () => [], decided: [], awake: false }

/** Advances the methods that decide whole sets of questions, for the replicates something happened in. */
export async function decideSets(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  replicates: ReadonlySet<number>,
): Promise<DecidedSets> {
  const specs = evaluation.methods.filter((spec): spec is DscSpec => !isTrialMethod(spec))
  const standings: { spec: DscSpec; of: ReadonlyMap<string, SetStanding> }[] = []
  const decided: string[] = []
  const awake: string[] = []
  for (const spec of specs) {
    const key = methodKey(spec)
    await planRankingCalls(tx, evaluation, spec)
    const fresh = await settleRankings(tx, evaluation, key)
    for (const replicate of new Set([...replicates, ...fresh])) {
      const set = await readRankedSet(tx, evaluation.id, { methodKey: key, replicate })
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
  spec: DscSpec,
  trialId: string,
  standings: readonly { spec: DscSpec; of: ReadonlyMap<string, SetStanding> }[],
): SetStanding {
  for (const { spec: ofSpec, of } of standings) {
    const standing = of.get(trialId)
    if (ofSpec === spec && standing !== undefined) return standing
  }
  return { key: methodKey(spec), spec, standing: { state: 'open', until: 0, stalled: false } }
}
