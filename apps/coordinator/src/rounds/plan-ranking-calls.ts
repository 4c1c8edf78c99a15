import { trialSeedBase } from '@cges-fleet/core'
import { type DscSpec, methodKey, rankingBatches, rankingScores, seededRandom } from '@cges-fleet/methods'
import {
  type EntityManager,
  finishedRankings,
  insertRankings,
  type LockedEvaluation,
  type NewRanking,
  plannedRankings,
  sha256,
  writeRankingOrder,
} from '@cges-fleet/db'

/** Plans the calls that rank an evaluation's questions by difficulty, once for each replicate. */
export async function planRankingCalls(tx: EntityManager, evaluation: LockedEvaluation, spec: DscSpec): Promise<void> {
  const key = methodKey(spec)
  const planned = await plannedRankings(tx, evaluation.id, key)
  const replicates = evaluation.trialsTotal / evaluation.questions
  for (let replicate = 0; replicate < replicates; replicate++) {
    if (planned.includes(replicate)) continue
    await insertRankings(tx, evaluation, rankingsOf(evaluation, spec, key, replicate))
  }
}

/** Turns finished rankings into the order of their set, and returns the replicates that got theirs. */
export async function settleRankings(
  tx: EntityManager,
  evaluation: LockedEvaluation,
  methodKey: string,
): Promise<number[]> {
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
