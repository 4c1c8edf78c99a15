import { counted } from '@cges-fleet/core/counted'
import type { FinalStatistics, LiveEstimate, MethodCurve } from '@cges-fleet/core'
import { liveCallsWords } from '@cges-fleet/core/live-words'
import { parameterText } from '../charts/scatter-read-outs'
import { shownCurves } from '../charts/scatter-points'
import type { NamedReport } from '../families/name-methods'
import { formatCalls } from '../format/format-calls'
import { formatCount } from '../format/format-count'
import { formatInterval } from '../format/format-interval'
import { formatRange } from '../format/format-range'
import { formatShare } from '../format/format-share'
import type { TableText } from '../format/table/table-text'

const OPTIMISTIC =
  'What another parameter would have given is judged on the labels it would be chosen by, and optimistic; for the mean over all calls none is chosen.'

/** The data behind the scatter: each method, then every point of its curve. */
export function accuracyTable(reports: readonly NamedReport[], final: FinalStatistics | null): TableText {
  const curves = final?.curves ?? []
  const interim = reports.some((report) => report.interim)
  const rows = reports.map(({ key, name, calls, tokens, accuracy, accuracyBounds, live, interim: running }) => [
    name,
    'as run',
    live !== null ? liveCalls(live) : calls === null ? '—' : formatCalls(calls),
    tokens === null ? '—' : formatCount(Math.round(tokens)),
    live !== null ? `so far ${formatShare(live.value)}` : accuracy === null ? '—' : formatShare(accuracy.value),
    live !== null ? formatRange(live) : accuracy === null ? '—' : formatInterval(accuracy),
    running ? formatRange(accuracyBounds) : 'final',
    beatenBy(key, reports, final),
  ])
  const areas = areaRows(reports, curves)
  return {
    columns: [
      'Method',
      'Parameters',
      'Calls per question',
      'Tokens per question',
      'Accuracy',
      interim ? 'Will end between' : '95% interval',
      'Hard bounds',
      'Beaten at no more calls by',
    ],
    rows: [...rows, ...areas, ...otherRows(reports, curves)],
    ...(interim ? { note: 'Interim: not every trial is closed.' } : areas.length === 0 ? {} : { note: OPTIMISTIC }),
  }
}

function liveCalls(live: LiveEstimate): string {
  const { value, limits } = liveCallsWords(live)
  return `so far ${value}, ${limits}`
}

/** Which methods are shown to be more accurate and no dearer. */
function beatenBy(key: string, reports: readonly NamedReport[], final: FinalStatistics | null): string {
  if (final === null) return ''
  const winners = final.dominated.filter((each) => each.key === key).map(({ by }) => by)
  const names = reports.filter((report) => winners.includes(report.key)).map(({ name }) => name)
  return names.length === 0 ? 'none shown' : names.join(', ')
}

/** Every point of a curve but the method's own. */
function otherRows(reports: readonly NamedReport[], curves: readonly MethodCurve[]): string[][] {
  return shownCurves(reports, curves).flatMap(({ report, curve }) =>
    curve.points
      .filter(({ at }) => at !== curve.own)
      .map(({ at, calls, tokens, accuracy }) => [
        report.name,
        `had it been ${parameterText(curve.varies, at)}`,
        formatCalls(calls),
        tokens === null ? '—' : formatCount(Math.round(tokens)),
        formatShare(accuracy),
        '',
        '',
        '',
      ]),
  )
}

function areaRows(reports: readonly NamedReport[], curves: readonly MethodCurve[]): string[][] {
  return shownCurves(reports, curves).flatMap(({ report, curve: { area, areaByTokens } }) => {
    const rows = [
      { of: `mean over 1 to ${counted(report.spec.budget, 'call')}`, area },
      { of: `mean over the tokens of 1 to ${counted(report.spec.budget, 'call')}`, area: areaByTokens },
    ]
    return rows.flatMap(({ of, area: found }) =>
      found === null ? [] : [[report.name, of, '', '', formatShare(found.value), formatInterval(found), '', '']],
    )
  })
}
