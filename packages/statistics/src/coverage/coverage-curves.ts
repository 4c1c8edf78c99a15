import type { CoverageCurve } from '@cges-fleet/core'
import type { EvaluationTable } from '../evaluation-table.js'
import { coverageCurve } from './coverage-curve.js'

/** Computes each method's accuracy against coverage, on the trials it has decided; without those that score no answer. */
export function coverageCurves({ methods, trials }: EvaluationTable): CoverageCurve[] {
  return methods.flatMap(({ key, calls, grade, score }): CoverageCurve[] => {
    const decided = [...calls.keys()].filter((trial) => (calls[trial] ?? 0) > 0)
    if (decided.every((trial) => Number.isNaN(score[trial] ?? Number.NaN))) return []
    const curve = coverageCurve(
      decided.map((trial) => ({
        question: trials.question[trial] ?? 0,
        correct: (grade[trial] ?? -1) < 0 ? null : grade[trial] === 1,
        score: score[trial] ?? Number.NaN,
      })),
    )
    return curve === null ? [] : [{ key, ...curve }]
  })
}
