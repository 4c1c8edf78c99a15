import {
  answeredBy,
  type Bounds,
  counted,
  type EvaluationView,
  hasEnded,
  liveCallsWords,
  liveDifferenceWords,
  type LiveEstimate,
  type LiveWords,
  liveWords,
  type MethodReport,
  savedShown,
  failedTrials,
  statusWords,
  waitWords,
} from '@cges-fleet/core'
import { decidedTable } from './decided-table.js'
import { columns, cut, markedName, percent, WIDTH } from '../shell/format.js'

/**
 * The table of methods, the most important first. While an evaluation runs it shows the accuracy so far and where it
 * will end, afterwards the final one with its 95 % interval: neither is ever worded like the other. One that its `until`
 * ended has no final accuracy: it has a table of estimates.
 */
export function methodTable(view: EvaluationView): string[] {
  if (view.status === 'decided') return decidedTable(view)
  const ended = hasEnded(view.status)
  const head = ended ? ['accuracy', '95 % interval'] : ['accuracy, while it runs']
  const cells = ended ? accuracy : liveAccuracy(view)
  const counted = view.methods.some(({ tokens }) => tokens !== null)
  const difference = view.methods.some(({ live }) => live !== null && live.difference !== null)
  const rows = view.methods.map((method) => [
    method.label,
    ...cells(method),
    ...(difference ? [liveDifference(method, view)] : []),
    ...cost(method, counted),
  ])
  const titles = [...head, ...(difference ? ['difference, while it runs'] : []), 'calls']
  return columns([['method', ...titles, 'saved', ...(counted ? ['tokens'] : []), 'finished'], ...rows])
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
  return `${liveDifferenceWords(difference, live?.decided === true).phrase} over ${label}`
}

/** The mean; an estimated one with its limits. */
function calls({ calls: mean, live }: MethodReport): string {
  if (live === null) return mean === null ? '—' : mean.toFixed(2)
  return liveCallsWords(live).phrase
}

function cost(method: MethodReport, counted: boolean): string[] {
  const saved = savedShown(method)
  return [
    calls(method),
    saved === null ? '—' : percent(saved),
    ...(counted ? [method.tokens?.toFixed(0) ?? '—'] : []),
    `${method.resolved}/${method.trials}${method.blocked > 0 ? ` (${method.blocked} failed)` : ''}`,
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

/** Of a running evaluation, or of a decided one. */
function liveAccuracy({ replicates }: EvaluationView): (method: MethodReport) => string[] {
  const unit = replicates === 1 ? 'questions' : 'question runs'
  return ({ accuracy: final, accuracyBounds, live, interim, trials, resolved }) => {
    if (!interim) return [`${final === null ? '—' : percent(final.value)}, with all ${unit} finished`]
    if (live === null) return [accuracyWords(accuracyBounds).limits]
    // The estimate is of the first in order, without a gap; what is certain of the others narrows its limits.
    const others = resolved > live.n ? `; ${resolved} finished` : ''
    const { phrase, limits } = accuracyWords(live)
    return [`${isOutside(live) ? limits : phrase} (first ${live.n} of ${trials} ${unit}${others})`]
  }
}

/** Whether what is certain of the others excludes the estimate, which then was moved to the nearest limit. */
function isOutside({ value, low, high }: LiveEstimate): boolean {
  return (value === low && low > 0) || (value === high && high < 1)
}

/** Words an accuracy that is not final: an estimate, or mere bounds. */
export function accuracyWords({ low, high, value = 0, decided = false }: Bounds & Partial<LiveEstimate>): LiveWords {
  return liveWords(decided, percent(value), { low: (100 * low).toFixed(1), high: percent(high) })
}

const LONGEST_NAME = 30

/**
 * A running evaluation as one line of a log of at most 100 characters: its progress, then why it waits, or as many methods
 * as fit. What changes with the clock alone is left out, so another line means that something was decided.
 */
export function liveLine(view: EvaluationView): string {
  const { total, closed, blocked } = view.trials
  const head = [
    markedName(cut(view.name, LONGEST_NAME), answeredBy(view)),
    `${view.status === 'running' ? '' : `${statusWords(view)}, `}live`,
    `${closed}/${counted(total, 'question')} finished${blocked > 0 ? `, ${blocked} failed` : ''}`,
  ].join(SEPARATOR)
  const { waits } = view
  if (waits !== null && !PASSING.includes(waits.kind)) return cut([head, waitWords(waits)].join(SEPARATOR), WIDTH)
  return (
    withMethods(head, view.methods.map(livePhrase)) ??
    withMethods(head, view.methods.map(shortPhrase)) ??
    cut([head, counted(view.methods.length, 'method')].join(SEPARATOR), WIDTH)
  )
}

const SEPARATOR = ' · '

/** Between two rounds these pass by themselves, so a log leaves them out. */
const PASSING: readonly string[] = ['under-way', 'all-drawn', 'nothing-running']

/** A method's accuracy while its evaluation runs, worded as no final figure is. */
function livePhrase({ label, live, accuracy: final, accuracyBounds, interim }: MethodReport): string {
  if (!interim) return `${label} ${final === null ? '—' : percent(final.value)}`
  const { tag, value, ends } = accuracyWords(live ?? accuracyBounds)
  return isTelling(live) ? `${label} ${tag} ${value} (${ends})` : `${label} ${ends}`
}

/** Of fewer questions a line would show hardly more than the first ones' luck. */
const FEWEST_TOLD = 10

function isTelling(live: MethodReport['live']): live is NonNullable<MethodReport['live']> {
  return live !== null && live.n >= FEWEST_TOLD
}

/** The same without its limits, where a line has no room for them. */
function shortPhrase(method: MethodReport): string {
  const { label, live } = method
  return isTelling(live) ? `${label} ${accuracyWords(live).tag} ${percent(live.value)}` : livePhrase(method)
}

/** Adds as many methods, from the first, as a line has room for, and the number of the others; null if none fits. */
function withMethods(head: string, phrases: readonly string[]): string | null {
  for (let shown = phrases.length; shown > 0; shown -= 1) {
    const others = phrases.length - shown
    const parts = [head, ...phrases.slice(0, shown), ...(others === 0 ? [] : [`${others} more`])]
    const line = parts.join(SEPARATOR)
    if (line.length <= WIDTH) return line
  }
  return null
}
