import { frontier } from '../charts/frontier'
import { banded, placeable } from '../charts/scatter-geometry'
import type { NamedReport } from '../families/name-methods'
import { formatCalls } from '../format/format-calls'
import { formatShare } from '../format/format-share'

/** Says which methods no other beats on both accuracy and cost; while there are only bounds, what the bands mean. */
export function accuracyFinding(reports: readonly NamedReport[]): string {
  const [points, bands] = [placeable(reports), banded(reports)]
  const missing = reports.length - points.length - bands.length
  const rest = missing === 0 ? '' : ` ${missing} of ${reports.length} methods cannot be placed yet.`
  if (bands.length > 0) return `${boundsFinding(points.length)}${rest}`
  if (points.length === 0) return 'No method has both an accuracy and a cost yet.'
  const named = frontier(points).map(
    ({ report, accuracy, calls }) => `${report.name} (${formatShare(accuracy)} at ${formatCalls(calls)})`,
  )
  const when = reports.some(({ interim }) => interim) ? 'Interim: by' : 'By'
  return `${when} their point values, nothing is both cheaper and more accurate than ${listed(named)}. Differences are not tested here.${rest}`
}

function boundsFinding(points: number): string {
  const what = 'a band at each method’s estimated calls, from all its unresolved trials wrong to all right'
  return points === 0
    ? `Interim, hard bounds only: ${what}. Points with 95% intervals follow once every trial has an answer to lead.`
    : `Interim: ${what}; or a point, as if stopped now. Until no band is left, nothing is ranked.`
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
