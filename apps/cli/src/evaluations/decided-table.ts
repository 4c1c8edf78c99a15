import { type EvaluationView, type MethodReport, savedShown, signedPoints } from '@cges-fleet/core'
import { columns, percent } from '../shell/format.js'

/**
 * The table of methods of an evaluation that its `until` ended. Its titles say that figures are estimates, with limits
 * for all questions that hold for each method alone.
 */
export function decidedTable({ methods }: Pick<EvaluationView, 'methods'>): string[] {
  const baselines = new Set(methods.flatMap(({ live }) => live?.difference?.baseline ?? []))
  const counted = methods.some(({ tokens }) => tokens !== null)
  const labelOf = (key: string) => methods.find((method) => method.key === key)?.label ?? key
  const rows = methods.map((method) => [
    method.label,
    accuracy(method),
    ...(baselines.size === 0 ? [] : [difference(method, baselines.size === 1 ? null : labelOf)]),
    ...cost(method, counted),
  ])
  const [first = ''] = [...baselines].map(labelOf)
  const differs = baselines.size === 0 ? [] : [`minus ${baselines.size === 1 ? first : 'baseline'}, alone`]
  const titles = ['accuracy, estimated', ...differs, 'calls, estimated', 'saved', ...(counted ? ['tokens'] : [])]
  return columns([['method', ...titles, 'finished'], ...rows])
}

/** What is certain of later questions may exclude an estimate, which then was moved to the nearest limit. */
function accuracy({ accuracy: final, accuracyBounds, live }: MethodReport): string {
  if (live === null && final !== null) return percent(final.value)
  const { low, high } = live ?? accuracyBounds
  const limits = `[${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`
  const isMoved = live !== null && ((live.value === low && low > 0) || (live.value === high && high < 1))
  return live === null || isMoved ? limits : `${percent(live.value)} ${limits}`
}

function difference({ live }: MethodReport, labelOf: ((key: string) => string) | null): string {
  if (live?.difference == null) return '—'
  const { value, low, high } = live.difference
  return `${signedPoints(value)} [${signedPoints(low)}, ${signedPoints(high)}]${labelOf === null ? '' : ` over ${labelOf(live.difference.baseline)}`}`
}

function cost(method: MethodReport, counted: boolean): string[] {
  const { live, calls, tokens, resolved, trials, blocked } = method
  const saved = savedShown(method)
  return [
    live === null
      ? (calls?.toFixed(2) ?? '—')
      : `${live.calls.toFixed(2)} [${live.callsLow.toFixed(1)}, ${live.callsHigh.toFixed(1)}]`,
    saved === null ? '—' : percent(saved),
    ...(counted ? [tokens?.toFixed(0) ?? '—'] : []),
    `${resolved}/${trials}${blocked > 0 ? ` (${blocked} failed)` : ''}`,
  ]
}
