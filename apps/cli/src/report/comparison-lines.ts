import { inNumber } from '@cges-fleet/core'
import type { EvaluationView, FinalStatistics } from '@cges-fleet/core'
import { columns, pointsEstimate, shortP, signed } from './format.js'

/** Formats each method of a complete evaluation against its baseline, as a table of its own. */
export function comparisonLines({ methods }: EvaluationView, final: FinalStatistics): string[] {
  const labels = new Map(methods.map(({ key, label }) => [key, label]))
  const rows = final.methods.flatMap(({ key, comparison }) => {
    if (comparison === null) return []
    const { accuracy, calls, holmP, baseline, judgement, minimumDetectable } = comparison
    return [
      [
        labels.get(key) ?? key,
        judgement,
        labels.get(baseline) ?? baseline,
        pointsEstimate(accuracy),
        signed(calls.value, 2),
        shortP(holmP),
        (100 * minimumDetectable).toFixed(1),
      ],
    ]
  })
  if (rows.length === 0) return []
  const head = ['method', 'is', 'against', 'points [95 % interval]', 'calls', 'p (Holm)', 'found from']
  const margin = 100 * final.margin
  return [
    '',
    ...columns([head, ...rows]),
    `paired by question; non-inferior: loses less than ${margin} ${inNumber(margin, 'point', 'points')}; found from: the difference found at 80 % power`,
  ]
}
