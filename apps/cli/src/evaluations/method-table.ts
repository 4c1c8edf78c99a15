import {
  answeredBy,
  counted,
  type EvaluationView,
  hasEnded,
  liveCallsWords,
  liveDifferenceWords,
  type LiveWords,
  type MethodReport,
  savedShown,
  failedTrials,
  statusWords,
} from '@cges-fleet/core'
import { columns, markedName, percent } from '../shell/format.js'

/**
 * The table of methods, the most important first. While an evaluation runs it shows the accuracy so far and where it
 * will end, afterwards the final one with its 95 % interval: neither is ever worded like the other.
 */
export function methodTable(view: EvaluationView): string[] {
  const ended = hasEnded(view.status)
  const head = ended ? ['accuracy', '95 % interval'] : ['accuracy, while it runs']
  const told = ended ? accuracy : liveAccuracy(view)
  const counted = view.methods.some(({ tokens }) => tokens !== null)
  const difference = view.methods.some(({ live }) => live !== null && live.difference !== null)
  const rows = view.methods.map((method) => [
    method.label,
    ...told(method),
    ...(difference ? [liveDifference(method, view)] : []),
    ...cost(method, counted),
  ])
  const titles = [...head, ...(difference ? ['points over its baseline, while it runs'] : []), 'calls']
  return columns([['method', ...titles, 'saved vs SC', ...(counted ? ['tokens'] : []), 'resolved'], ...rows])
}

/** Each method's accuracy while an evaluation runs, a phrase each, worded as no final figure is. */
function livePhrases(view: EvaluationView): string[] {
  const told = liveAccuracy(view)
  return view.methods.map((method) => `${method.label} ${told(method).join(', ')}`)
}

/**
 * By how much the accuracy differs from the baseline's on the trials both decided, and the limits of where that will
 * end.
 */
function liveDifference({ live }: MethodReport, { methods }: EvaluationView): string {
  const difference = live?.difference ?? null
  if (difference === null) return '—'
  const { baseline } = difference
  const label = methods.find(({ key }) => key === baseline)?.label ?? baseline
  return `${phrase(liveDifferenceWords(difference))} over ${label}`
}

/** While it runs, the mean so far with the limits of where it will end. */
function calls({ calls: mean, live }: MethodReport): string {
  if (live === null) return mean === null ? '—' : mean.toFixed(2)
  return phrase(liveCallsWords(live))
}

function phrase({ value, limits }: LiveWords): string {
  return `so far ${value}, ${limits}`
}

function cost(method: MethodReport, counted: boolean): string[] {
  const saved = savedShown(method)
  return [
    calls(method),
    saved === null ? '—' : percent(saved),
    ...(counted ? [method.tokens?.toFixed(0) ?? '—'] : []),
    `${method.resolved}/${method.trials}${method.blocked > 0 ? ` (${method.blocked} blocked)` : ''}`,
  ]
}

/** Of an evaluation that has ended; perhaps early, with unresolved trials. */
function accuracy(report: MethodReport): string[] {
  const { accuracy: estimate, accuracyBounds: bounds, interim } = report
  if (estimate === null) return ['—', `between ${percent(bounds.low)} and ${percent(bounds.high)}`]
  const interval = `${percent(estimate.low)} – ${percent(estimate.high)}`
  if (interim) return [`~${percent(estimate.value)}`, `if stopped now, ${interval}`]
  const failed = failedTrials(report)
  return [failed === null ? percent(estimate.value) : `${percent(estimate.value)}, ${failed}`, interval]
}

/** Of a running evaluation. */
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

/** Methods that a line tells of; the table in a terminal tells of all. */
const MOST_SHOWN = 4

/**
 * A running evaluation as one line of a log: what changes with the clock alone is left out, so that a line more means that
 * something was decided, and each line says of itself that its figures are live.
 */
export function liveLine(view: EvaluationView): string {
  const { total, closed, blocked } = view.trials
  const phrases = livePhrases(view)
  const more = phrases.length - MOST_SHOWN
  return [
    markedName(view.name, answeredBy(view)),
    `${view.status === 'running' ? '' : `${statusWords(view)}, `}live, not final`,
    `${closed}/${counted(total, 'question')} closed${blocked > 0 ? `, ${blocked} blocked` : ''}`,
    ...waiting(view),
    ...phrases.slice(0, MOST_SHOWN),
    ...(more > 0 ? [`and ${counted(more, 'more method')}`] : []),
  ].join(' · ')
}

/** What passes by itself between two rounds is no line of a log. */
const PASSING: readonly string[] = ['under-way', 'all-drawn', 'nothing-running']

function waiting({ waits }: EvaluationView): string[] {
  return waits === null || PASSING.includes(waits.kind) ? [] : [waits.why]
}
