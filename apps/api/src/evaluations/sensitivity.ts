import type { EvaluationView, MethodReport } from '@cges-fleet/core'
import type { EvaluationTotals } from '@cges-fleet/db'

/**
 * The range of each method's accuracy if all trials that rest on flagged samples were wrong, or all right. Null if
 * there are too few to matter.
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
