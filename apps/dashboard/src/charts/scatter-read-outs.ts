import type { MethodCurve } from '@cges-fleet/core'
import type { NamedReport } from '../families/name-methods'
import { formatInterval } from '../format/format-interval'
import { formatRange } from '../format/format-range'
import { formatShare } from '../format/format-share'
import type { ReadOutPoint } from './drawing'
import { costText } from './cost-text'
import type { Scatter, ScatterInput } from './scatter-geometry'
import { type Cost, costOf, shownCurves } from './scatter-points'

const SYMBOLS: Readonly<Record<string, string>> = { budget: 'B', window: 'w', gamma: 'γ', alpha: 'α', kappa: 'κ' }

/** Formats a value of a curve's parameter, such as `γ .99`. */
export function parameterText(varies: MethodCurve['varies'], value: number): string {
  return `${SYMBOLS[varies] ?? varies} ${`${value}`.replace(/^0\./, '.')}`
}

/** Describes each place of the scatter in words: marks and bands first, then the results with other parameters. */
export function scatterReadOuts(
  { reports, curves, by, dominated = [], opens }: ScatterInput,
  scatter: Scatter,
): ReadOutPoint[] {
  const byKey = new Map(reports.map((report) => [report.key, report]))
  const ofMarks = [...scatter.marks, ...scatter.bands.map((band) => ({ ...band, x: band.x + band.width / 2 }))]
  return [
    ...ofMarks.flatMap(({ key, x, y }) => {
      const report = byKey.get(key)
      const better = byKey.get(dominated.find((each) => each.key === key)?.by ?? '')
      const beaten = better === undefined ? '' : `, beaten by ${better.name}`
      if (report === undefined) return []
      return [{ series: 'methods', x, y, text: `${standing(report, by)}${beaten}`, ...leadOf(opens?.(report)) }]
    }),
    ...shownCurves(reports, curves, by).flatMap(({ report, curve, points }) => {
      const places = scatter.curves.find(({ key }) => key === report.key)?.points ?? []
      return points.flatMap(({ at, cost, accuracy }, place) => {
        const { x, y } = places[place] ?? { x: Number.NaN, y: Number.NaN }
        const what = parameterText(curve.varies, at)
        const text = `${report.name}, had it been ${what}: ${formatShare(accuracy)} at ${costText(cost, by)}`
        return [{ series: report.key, x, y, text }]
      })
    }),
  ]
}

function leadOf(href: string | undefined): Pick<ReadOutPoint, 'href'> {
  return href === undefined ? {} : { href }
}

function standing(report: NamedReport, by: Cost): string {
  const { name, live, accuracy, accuracyBounds, interim } = report
  const value = costOf(report, by)
  const cost = value === null ? '' : ` at ${costText(value, by)}${interim && live === null ? ' (estimated)' : ''}`
  if (live !== null) return `${name}: so far ${formatShare(live.value)}${cost}, will end between ${formatRange(live)}%`
  if (accuracy === null) return `${name}: accuracy will end between ${formatRange(accuracyBounds)}%${cost}`
  const when = interim ? 'if stopped now ' : ''
  return `${name}: ${when}${formatShare(accuracy.value)} ${formatInterval(accuracy)}${cost}`
}
