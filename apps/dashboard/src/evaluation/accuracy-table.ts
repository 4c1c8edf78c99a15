import type { MethodCurve } from '@cges-fleet/core'
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

/** What stands behind the scatter: each method, then every point of its curve. */
export function accuracyTable(reports: readonly NamedReport[], curves: readonly MethodCurve[]): TableText {
  const interim = reports.some((report) => report.interim)
  const rows = reports.map(({ name, calls, tokens, accuracy, accuracyBounds, live, interim: running }) => [
    name,
    'as run',
    calls === null ? '—' : formatCalls(calls),
    tokens === null ? '—' : formatCount(Math.round(tokens)),
    live !== null ? `so far ${formatShare(live.value)}` : accuracy === null ? '—' : formatShare(accuracy.value),
    live !== null ? formatRange(live) : accuracy === null ? '—' : formatInterval(accuracy),
    running ? formatRange(accuracyBounds) : 'final',
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
    ],
    rows: [...rows, ...areas, ...otherRows(reports, curves)],
    ...(interim ? { note: 'Interim: not every trial is closed.' } : areas.length === 0 ? {} : { note: OPTIMISTIC }),
  }
}

/** Every point of a curve but the method's own. */
function otherRows(reports: readonly NamedReport[], curves: readonly MethodCurve[]): string[][] {
  return shownCurves(reports, curves).flatMap(({ report, curve }) =>
    curve.points
      .filter(({ at }) => at !== curve.own)
      .map(({ at, calls, accuracy }) => [
        report.name,
        `had it been ${parameterText(curve.varies, at)}`,
        formatCalls(calls),
        '',
        formatShare(accuracy),
        '',
        '',
      ]),
  )
}

function areaRows(reports: readonly NamedReport[], curves: readonly MethodCurve[]): string[][] {
  return shownCurves(reports, curves).flatMap(({ report, curve: { area } }) =>
    area === null
      ? []
      : [
          [
            report.name,
            `mean over 1 to ${report.spec.budget} calls`,
            '',
            '',
            formatShare(area.value),
            formatInterval(area),
            '',
          ],
        ],
  )
}
