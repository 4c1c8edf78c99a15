import { isSetMethod, methodKey, type MethodSpec, ranksQuestions, type Vote } from '@cges-fleet/methods'
import { difficultyOrder, type DscRanking } from './difficulty-order.js'
import type { Recording } from './recording.js'

/**
 * Orders the questions for a method that decides whole sets, each replicate a set of its own; empty for other methods.
 */
export function ordersFor(
  spec: MethodSpec,
  recordings: readonly Recording[],
  pools: readonly (readonly Vote[])[],
  dscRanking: DscRanking,
): number[][] {
  if (!isSetMethod(spec)) return []
  const order = ranksQuestions(spec)
    ? difficultyOrder(dscRanking, recordings, { pools, budget: spec.budget, key: methodKey(spec) })
    : recordings.map((_, question) => question)
  const replicates = [...new Set(recordings.map(({ replicate }) => replicate))]
  return replicates.map((replicate) => order.filter((question) => recordings[question]?.replicate === replicate))
}
