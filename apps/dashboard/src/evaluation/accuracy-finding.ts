import type { MethodReport } from '@cges-fleet/core'
import { frontier } from '../charts/frontier'
import { placeable } from '../charts/scatter-geometry'
import { formatCalls } from '../format/format-calls'
import { formatShare } from '../format/format-share'

/** Says which methods no other beats on both accuracy and cost. */
export function accuracyFinding(reports: readonly MethodReport[]): string {
  const points = placeable(reports)
  if (points.length === 0) return 'No method has both an accuracy and a cost yet.'
  const named = frontier(points).map(
    ({ report, accuracy, calls }) => `${report.label} (${formatShare(accuracy)} at ${formatCalls(calls)})`,
  )
  const when = reports.some(({ interim }) => interim) ? 'Interim: by' : 'By'
  const missing = reports.length - points.length
  const rest = missing === 0 ? '' : ` ${missing} of ${reports.length} methods cannot be placed yet.`
  return `${when} their point values, nothing is both cheaper and more accurate than ${listed(named)}. Differences are not tested here.${rest}`
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
