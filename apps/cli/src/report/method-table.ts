import type { EvaluationView, MethodReport } from '@cges-fleet/core'
import { columns, percent } from './format.js'

/** The table of methods: what one wants to know first. Interim figures say so, and are never correct over resolved. */
export function methodTable(view: EvaluationView): string[] {
  const head = ['method', 'accuracy', '95 % interval', 'calls', 'saved vs SC', 'resolved']
  return columns([head, ...view.methods.map(row)])
}

function row(method: MethodReport): string[] {
  return [
    method.label,
    ...accuracy(method),
    method.calls === null ? '—' : method.calls.toFixed(2),
    method.savedAgainstSc === null ? '—' : percent(method.savedAgainstSc),
    `${method.resolved}/${method.trials}${method.blocked > 0 ? ` (${method.blocked} blocked)` : ''}`,
  ]
}

function accuracy({ accuracy: estimate, accuracyBounds: bounds, interim }: MethodReport): [string, string] {
  if (estimate === null) return ['—', `between ${percent(bounds.low)} and ${percent(bounds.high)}`]
  const interval = `${percent(estimate.low)} – ${percent(estimate.high)}`
  return interim ? [`~${percent(estimate.value)}`, `if stopped now, ${interval}`] : [percent(estimate.value), interval]
}
