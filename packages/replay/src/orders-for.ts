import { methodKey, type MethodSpec, type Vote } from '@cges-fleet/methods'
import { difficultyOrder, type DscRanking } from './difficulty-order.js'
import type { Recording } from './recording.js'

/** Orders the questions for a method that decides whole sets, each replicate a set of its own; empty for the others. */
export function ordersFor(
  spec: MethodSpec,
  recordings: readonly Recording[],
  { pools, dscRanking }: { readonly pools: readonly (readonly Vote[])[]; readonly dscRanking: DscRanking },
): number[][] {
  if (spec.method !== 'dsc') return []
  const order = difficultyOrder(dscRanking, recordings, { pools, budget: spec.budget, key: methodKey(spec) })
  const replicates = [...new Set(recordings.map(({ replicate }) => replicate))]
  return replicates.map((replicate) => order.filter((question) => recordings[question]?.replicate === replicate))
}
