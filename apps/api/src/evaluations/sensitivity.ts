import type { EvaluationView, MethodReport } from '@cges-fleet/core'
import type { EvaluationTotals } from '@cges-fleet/db'

/**
 * How far samples in doubt could move each method's accuracy: all of their trials wrong, or all right. Null where so
 * few are in doubt that it does not matter.
 */
export function sensitivity(totals: EvaluationTotals, methods: readonly MethodReport[]): EvaluationView['sensitivity'] {
  if (totals.doubtful.length === 0) return null
  const bounds = methods.flatMap(({ key, accuracy }) => {
    const doubtful = totals.doubtful.find(({ methodKey }) => methodKey === key)
    if (doubtful === undefined || accuracy === null) return []
    const correct = accuracy.value * accuracy.n
    const n = accuracy.n + doubtful.blocked
    const low = Math.max(0, (correct - doubtful.right) / n)
    return [{ key, low, high: Math.min(1, (correct + doubtful.wrong + doubtful.blocked) / n) }]
  })
  return { share: totals.flaggedShare, methods: bounds }
}
