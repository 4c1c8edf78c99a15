import type { MethodCurve } from '@cges-fleet/core'
import { frontier } from '../charts/frontier'
import { banded, placeable, shownCurves } from '../charts/scatter-points'
import type { NamedReport } from '../families/name-methods'
import { formatCalls } from '../format/format-calls'
import { formatInterval } from '../format/format-interval'
import { formatShare } from '../format/format-share'

/**
 * Says which methods no other beats on both accuracy and cost; while one runs, or nothing is judged yet (`curves` null),
 * what is shown and that nothing is ranked.
 */
export function accuracyFinding(reports: readonly NamedReport[], curves: readonly MethodCurve[] | null): string {
  const points = placeable(reports)
  const bands = banded(reports)
  const missing = reports.length - points.length - bands.length
  const rest = missing === 0 ? '' : ` ${missing} of ${reports.length} methods cannot be placed yet.`
  if (points.length + bands.length === 0) return 'No method has both an accuracy and a cost yet.'
  if (reports.some(({ interim }) => interim)) {
    const bars = points.length === 0 ? '' : ' Hollow marks: how it stands so far; dotted bars: where it will end.'
    const hatched = bands.length === 0 ? '' : ' Hatched: all that is possible.'
    return `Interim, nothing is ranked.${bars}${hatched}${rest}`
  }
  if (curves === null)
    return `Final points with 95% intervals. Nothing is ranked before differences are computed.${rest}`
  const named = frontier(points).map(
    ({ report, accuracy, calls }) => `${report.name} (${formatShare(accuracy)} at ${formatCalls(calls)})`,
  )
  const lines =
    shownCurves(reports, curves).length === 0
      ? ''
      : ` Each line is a method under other budgets (SC), windows (ESC), thresholds (ASC) or γ (CGES), replayed on the same samples; its best point is chosen on the labels it is judged by.${areasText(reports, curves)}`
  return `By point values nothing is both cheaper and more accurate than ${listed(named)}; what is a tie, the table says.${lines}${rest}`
}

/** The mean over all calls, for which no parameter is chosen. */
function areasText(reports: readonly NamedReport[], curves: readonly MethodCurve[]): string {
  const areas = shownCurves(reports, curves).flatMap(({ report, curve: { area } }) =>
    area === null ? [] : [{ name: report.name, area }],
  )
  const best = areas.toSorted((a, b) => b.area.value - a.area.value).slice(0, 3)
  if (best.length < 2) return ''
  const told = best.map(({ name, area }) => `${name} ${formatShare(area.value)} ${formatInterval(area)}`)
  return ` The mean accuracy over all numbers of calls chooses none: ${listed(told)}.`
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
