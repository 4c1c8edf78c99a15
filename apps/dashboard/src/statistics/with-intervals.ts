import type { EvaluationView, FinalStatistics } from '@cges-fleet/core'

/** An evaluation's view with the final intervals of its accuracies, if there are any: one interval for each number. */
export function withIntervals(view: EvaluationView, final: FinalStatistics | null): EvaluationView {
  if (final === null) return view
  const graded = new Map(final.methods.map(({ key, accuracy }) => [key, accuracy.graded]))
  const methods = view.methods.map((report) => ({ ...report, accuracy: graded.get(report.key) ?? report.accuracy }))
  return { ...view, methods }
}
