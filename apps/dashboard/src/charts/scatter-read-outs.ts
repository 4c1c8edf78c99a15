import type { MethodCurve } from '@cges-fleet/core'
import type { NamedReport } from '../families/name-methods'
import { formatCalls } from '../format/format-calls'
import { formatInterval } from '../format/format-interval'
import { formatRange } from '../format/format-range'
import { formatShare } from '../format/format-share'
import type { ReadOutPoint } from './drawing'
import type { Scatter, ScatterInput } from './scatter-geometry'

const SYMBOLS: Readonly<Record<string, string>> = { budget: 'B', window: 'w', gamma: 'γ', alpha: 'α', kappa: 'κ' }

/** Names a value of what a curve varies, such as `γ .99`. */
export function parameterText(varies: MethodCurve['varies'], value: number): string {
  return `${SYMBOLS[varies] ?? varies} ${`${value}`.replace(/^0\./, '.')}`
}

/** What each place of the scatter is, in words: marks and bands first, then what other parameters would have given. */
export function scatterReadOuts({ reports, curves, dominated = [] }: ScatterInput, scatter: Scatter): ReadOutPoint[] {
  const byKey = new Map(reports.map((report) => [report.key, report]))
  const ofMarks = [...scatter.marks, ...scatter.bands.map((band) => ({ ...band, x: band.x + band.width / 2 }))]
  return [
    ...ofMarks.flatMap(({ key, x, y }) => {
      const report = byKey.get(key)
      const by = byKey.get(dominated.find((each) => each.key === key)?.by ?? '')
      const beaten = by === undefined ? '' : `, beaten by ${by.name}`
      return report === undefined ? [] : [{ series: 'methods', x, y, text: `${standing(report)}${beaten}` }]
    }),
    ...scatter.curves.flatMap(({ key, points }) => {
      const report = byKey.get(key)
      const curve = curves.find((each) => each.key === key)
      const sorted = curve?.points.toSorted((a, b) => a.calls - b.calls) ?? []
      return points.flatMap(({ x, y }, at) => {
        const point = sorted[at]
        if (report === undefined || curve === undefined || point === undefined) return []
        const what = parameterText(curve.varies, point.at)
        const text = `${report.name}, had it been ${what}: ${formatShare(point.accuracy)} at ${formatCalls(point.calls)} calls`
        return [{ series: key, x, y, text }]
      })
    }),
  ]
}

function standing({ name, calls, live, accuracy, accuracyBounds, interim }: NamedReport): string {
  const cost = calls === null ? '' : ` at ${formatCalls(calls)} calls${interim ? ' (estimated)' : ''}`
  if (live !== null) return `${name}: so far ${formatShare(live.value)}${cost}, will end between ${formatRange(live)}%`
  if (accuracy === null) return `${name}: accuracy will end between ${formatRange(accuracyBounds)}%${cost}`
  const when = interim ? 'if stopped now ' : ''
  return `${name}: ${when}${formatShare(accuracy.value)} ${formatInterval(accuracy)}${cost}`
}
