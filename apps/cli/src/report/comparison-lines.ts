import type { EvaluationView, FinalStatistics, MeanEstimate } from '@cges-fleet/core'
import { columns } from './format.js'

/** What each method of a complete evaluation comes to against its baseline, in a table of its own. */
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
        points(accuracy),
        signed(calls.value, 2),
        holmP < 0.001 ? '< .001' : holmP.toFixed(3),
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
    `paired by question; non-inferior: loses less than ${margin} point${margin === 1 ? '' : 's'}; found from: the difference found at 80 % power`,
  ]
}

function points({ value, low, high }: MeanEstimate): string {
  return `${signed(100 * value, 1)} [${signed(100 * low, 1)}, ${signed(100 * high, 1)}]`
}

function signed(value: number, digits: number): string {
  const written = value.toFixed(digits)
  return Number(written) > 0 ? `+${written}` : written
}
