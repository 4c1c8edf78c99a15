import type { ComparedEvaluation, ComparedPair, Comparison } from '@cges-fleet/core'
import { pairedCounts, unpairedDifference } from '@cges-fleet/statistics'
import type { PreparedComparison } from './prepare-comparison.js'

/** Builds the API's view of a comparison, with an unpaired difference only if one was requested. Pure. */
export function comparisonOf(prepared: PreparedComparison, unpaired: boolean): Comparison {
  return { ...prepared, pairs: prepared.pairs.map((pair) => pairOf(pair, prepared.evaluations, unpaired)) }
}

type Prepared = PreparedComparison['pairs'][number]

function pairOf(pair: Prepared, evaluations: readonly ComparedEvaluation[], unpaired: boolean): ComparedPair {
  const { groups, excluded, ...names } = pair
  const paired = excluded === null ? pairedCounts(groups) : null
  if (paired !== null) return { ...names, state: 'paired', why: null, paired, unpaired: null }
  const { state, why } = excluded ?? { state: 'disjoint' as const, why: 'none of their questions is the same' }
  if (state !== 'disjoint' || !unpaired) return { ...names, state, why, paired, unpaired: null }
  const own = accuracyOf(evaluations, pair.evaluation, pair.method)
  const base = accuracyOf(evaluations, pair.base, pair.baseMethod)
  if (own === null || base === null) return { ...names, state, why, paired, unpaired: null }
  return { ...names, state: 'unpaired', why, paired, unpaired: unpairedDifference(own, base) }
}

function accuracyOf(evaluations: readonly ComparedEvaluation[], id: string, key: string) {
  const methods = evaluations.find((each) => each.id === id)?.methods ?? []
  return methods.find((method) => method.key === key)?.accuracy ?? null
}
