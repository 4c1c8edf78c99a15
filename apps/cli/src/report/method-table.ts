import { type EvaluationView, hasEnded, type MethodReport } from '@cges-fleet/core'
import { columns, percent } from './format.js'

/**
 * The table of methods: what one wants to know first. While it runs it says how the accuracy stands and where it will end, and
 * once it has ended what it is with its 95 % interval: neither is ever told in the words of the other.
 */
export function methodTable(view: EvaluationView): string[] {
  const ended = hasEnded(view.status)
  const head = ended ? ['accuracy', '95 % interval'] : ['accuracy, while it runs']
  const told = ended ? accuracy : liveAccuracy(view)
  const rows = view.methods.map((method) => [method.label, ...told(method), ...cost(method)])
  return columns([['method', ...head, 'calls', 'saved vs SC', 'resolved'], ...rows])
}

function cost(method: MethodReport): string[] {
  return [
    method.calls === null ? '—' : method.calls.toFixed(2),
    method.savedAgainstSc === null ? '—' : percent(method.savedAgainstSc),
    `${method.resolved}/${method.trials}${method.blocked > 0 ? ` (${method.blocked} blocked)` : ''}`,
  ]
}

/** Of one that has ended; it may have ended early, with trials that are not resolved. */
function accuracy({ accuracy: estimate, accuracyBounds: bounds, interim }: MethodReport): string[] {
  if (estimate === null) return ['—', `between ${percent(bounds.low)} and ${percent(bounds.high)}`]
  const interval = `${percent(estimate.low)} – ${percent(estimate.high)}`
  return interim ? [`~${percent(estimate.value)}`, `if stopped now, ${interval}`] : [percent(estimate.value), interval]
}

/** Of one that goes on. */
function liveAccuracy({ replicates }: EvaluationView): (method: MethodReport) => string[] {
  const asked = replicates === 1 ? 'questions' : 'trials'
  return ({ accuracy: final, accuracyBounds, live, interim, trials }) => {
    if (!interim) return [`${final === null ? '—' : percent(final.value)}, with all ${asked} resolved`]
    const { low, high } = live ?? accuracyBounds
    const limits = `will end between ${(100 * low).toFixed(1)} and ${percent(high)}`
    if (live === null) return [limits]
    return [`so far ${percent(live.value)}, ${limits} (${live.n} of ${trials} ${asked})`]
  }
}
