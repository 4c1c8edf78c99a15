import type { FinalStatistics } from '@cges-fleet/core'
import type { Contender } from './best-methods.js'
import { differenceEstimate, pairedInterval, type Resampling } from './resampling.js'

/**
 * Names the methods that another is shown to beat, each with the first that does: both paired 95 % intervals say so, that of
 * accuracy lying above 0 and that of calls not reaching above it. A tie by point values dominates nothing.
 */
export function dominatedMethods(
  contenders: readonly Contender[],
  resampling: Resampling,
): FinalStatistics['dominated'] {
  return contenders.flatMap((each) => {
    const by = contenders.find((other) => other !== each && beats(other, each, resampling))
    return by === undefined ? [] : [{ key: each.key, by: by.key }]
  })
}

function beats({ sums: a }: Contender, { sums: b }: Contender, resampling: Resampling): boolean {
  if (total(a.correct) <= total(b.correct) || total(a.calls) > total(b.calls)) return false
  const accuracy = pairedInterval(resampling, [a.correct, b.correct], a.trials)
  const calls = differenceEstimate(resampling, [a.calls, b.calls], a.trials)
  return accuracy !== null && calls !== null && accuracy.low > 0 && calls.high <= 0
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}
