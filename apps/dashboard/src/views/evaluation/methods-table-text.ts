import type { FinalStatistics, MethodReport } from '@cges-fleet/core'
import { liveCallsWords, liveDifferenceWords } from '@cges-fleet/core/live-words'
import { failedTrials } from '@cges-fleet/core/status-words'
import { wordOf } from '../../ui/format/judgements'
import { formatCalls, formatChange, formatCount, formatPoints, formatPointsInterval } from '../../ui/format/numbers'
import { groupByFamily, type NamedReport } from '../../ui/methods/names'
import type { TableCell, TableText } from '../../ui/table/table-text'

const COLUMNS = [
  'Method',
  'Accuracy, %',
  '95% interval',
  'Calls',
  'Tokens',
  'Δ accuracy, points',
  '95% interval of Δ',
  'Judged',
  'Δ calls',
]
const RUNNING = [
  'Method',
  'So far, %',
  'Will end between, %',
  'Calls so far',
  'Calls, where they will end',
  'Δ so far, points',
  'Δ, where it will end',
  'Questions finished',
]
const DECIDED = [
  'Method',
  'Decided, %',
  'For all questions between, %',
  'Calls',
  'Calls, for all questions',
  'Δ, points',
  'Δ, for all questions',
  'Questions it rests on',
]

/** Table 1 as text for a paper; a running evaluation's has other columns, and a note that it is not for publication. */
export function methodsTableText(reports: readonly NamedReport[], final: FinalStatistics | null): TableText {
  const ordered = groupByFamily(reports).flatMap((group) => group.reports)
  if (ordered.some(({ live }) => live?.decided === true)) {
    const note = 'Decided early: estimates for all questions, with limits that hold at every look.'
    return { columns: DECIDED, rows: ordered.map(runningRow), note }
  }
  if (ordered.some(({ interim }) => interim)) {
    return {
      columns: RUNNING,
      rows: ordered.map(runningRow),
      note: 'Interim: not every question is finished, so methods are not compared yet.',
    }
  }
  const judged =
    final === null
      ? 'Not judged.'
      : 'Bold: not shown to be less accurate than the most accurate; of those, not shown to need more calls than the cheapest (paired 95% intervals).'
  const note = [judged, ...failedIn(ordered)].join(' ')
  return { columns: COLUMNS, rows: ordered.map((report) => finalRow(report, final)), note }
}

function failedIn(reports: readonly NamedReport[]): string[] {
  const failed = reports.flatMap((report) => {
    const words = failedTrials(report)
    return words === null ? [] : [`${report.name} ${words}`]
  })
  return failed.length === 0 ? [] : [`Incomplete: ${failed.join(', ')}; no figure includes them.`]
}

function runningRow({ name, live, accuracyBounds, calls, resolved, trials }: NamedReport): TableCell[] {
  const limits = live ?? accuracyBounds
  const closed = live === null ? `${resolved} of ${trials}` : `${live.n} of ${trials}, in order`
  const estimated = calls === null ? '—' : `${formatCalls(calls)} (estimated)`
  const cost = live === null ? null : liveCallsWords(live)
  const difference = live?.difference ?? null
  const delta = difference === null ? null : liveDifferenceWords(difference, live?.decided === true)
  return [
    name,
    live === null ? '—' : percent(live.value),
    `${percent(limits.low)} to ${percent(limits.high)}`,
    cost?.value ?? estimated,
    cost?.limits ?? '—',
    delta?.value ?? '—',
    delta?.limits ?? '—',
    closed,
  ]
}

function finalRow(report: NamedReport, final: FinalStatistics | null): TableCell[] {
  const { key, name, accuracy, calls, tokens, blocked } = report
  const strong = (text: string, keys: readonly string[] | undefined) => ({
    text,
    strong: blocked === 0 && keys?.includes(key) === true,
  })
  return [
    name,
    strong(accuracy === null ? '—' : percent(accuracy.value), final?.best.accuracy),
    accuracy === null ? '—' : `[${percent(accuracy.low)}, ${percent(accuracy.high)}]`,
    strong(calls === null ? '—' : formatCalls(calls), final?.best.calls),
    tokens === null ? '—' : formatCount(Math.round(tokens)),
    ...deltaCells(report, final),
  ]
}

function deltaCells({ key }: MethodReport, final: FinalStatistics | null): string[] {
  const comparison = final?.methods.find((method) => method.key === key)?.comparison ?? null
  if (comparison === null) return ['', '', '', '']
  const before = final?.methods.find((method) => method.key === comparison.baseline)?.calls?.value ?? Number.NaN
  return [
    formatPoints(comparison.accuracy.value),
    formatPointsInterval(comparison.accuracy),
    wordOf(comparison),
    Number.isFinite(before) ? formatChange(comparison.calls.value / before) : '—',
  ]
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}
