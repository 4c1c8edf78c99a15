import type { FinalStatistics } from '@cges-fleet/core'
import type { MethodSums } from './method-sums.js'
import { differenceEstimate, pairedInterval, type Resampling } from './resampling.js'

/** A method by its key, with its sums over the trials where every method has a verdict. */
export type Contender = { readonly key: string; readonly sums: MethodSums }

/**
 * Names the methods that share the first place, so that a table can mark all of them: the most accurate and every one
 * whose paired 95 % interval against it reaches 0; of those, the cheapest and every one not shown to be dearer.
 */
export function bestMethods(contenders: readonly Contender[], resampling: Resampling): FinalStatistics['best'] {
  const top = contenders.toSorted((a, b) => mean(b, 'correct') - mean(a, 'correct'))[0]
  if (top === undefined) return { accuracy: [], calls: [] }
  const level = contenders.filter(
    (each) =>
      each === top || (pairedInterval(resampling, pairOf(each, top, 'correct'), top.sums.trials)?.high ?? 0) >= 0,
  )
  const cheapest = level.toSorted((a, b) => mean(a, 'calls') - mean(b, 'calls'))[0] ?? top
  const cheap = level.filter(
    (each) =>
      each === cheapest ||
      (differenceEstimate(resampling, pairOf(each, cheapest, 'calls'), top.sums.trials)?.low ?? 1) <= 0,
  )
  return { accuracy: level.map(({ key }) => key), calls: cheap.map(({ key }) => key) }
}

function pairOf(a: Contender, b: Contender, part: 'correct' | 'calls'): readonly [Float64Array, Float64Array] {
  return [a.sums[part], b.sums[part]]
}

function mean({ sums }: Contender, part: 'correct' | 'calls'): number {
  return sums[part].reduce((sum, value) => sum + value, 0) / sums.trials.reduce((sum, value) => sum + value, 0)
}
