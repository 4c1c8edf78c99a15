import type { EvaluationView, MethodReport } from '@cges-fleet/core'
import { frontier } from '../charts/frontier'
import { placeable } from '../charts/scatter-geometry'
import { intervalSeconds } from '../charts/throughput-geometry'
import { largestBudget } from '../charts/unresolved-geometry'
import { formatCalls } from '../format/format-calls'
import { formatCount } from '../format/format-count'
import { formatDuration } from '../format/format-duration'
import { formatShare } from '../format/format-share'

/** Says which methods no other beats on both accuracy and cost. */
export function accuracyFinding(reports: readonly MethodReport[]): string {
  const points = placeable(reports)
  if (points.length === 0) return 'No method has both an accuracy and a cost yet.'
  const named = frontier(points).map(
    ({ report, accuracy, calls }) => `${report.label} (${formatShare(accuracy)} at ${formatCalls(calls)})`,
  )
  const when = reports.some(({ interim }) => interim) ? 'Interim: ' : ''
  const missing = reports.length - points.length
  const rest = missing === 0 ? '' : ` ${missing} of ${reports.length} methods cannot be placed yet.`
  return `${when}by their point values, nothing is both cheaper and more accurate than ${listed(named)}. Differences are not tested here.${rest}`
}

/** Says how many trials the quickest and the slowest method have open half-way through the budget. */
export function unresolvedFinding(reports: readonly MethodReport[]): string {
  const after = Math.max(1, Math.round(largestBudget(reports) / 2))
  const open = reports
    .flatMap(({ label, unresolvedAfter }) => {
      const share = unresolvedAfter[after]
      return share === undefined ? [] : [{ label, share }]
    })
    .toSorted((a, b) => a.share - b.share)
  const [least, most] = [open[0], open.at(-1)]
  if (least === undefined || most === undefined) return 'No trial has resolved yet.'
  const calls = after === 1 ? 'call' : 'calls'
  if (open.length === 1)
    return `After ${after} ${calls}, ${least.label} has ${formatShare(least.share)} of its trials open.`
  return `After ${after} ${calls}, ${least.label} has the fewest trials open (${formatShare(least.share)}), ${most.label} the most (${formatShare(most.share)}).`
}

/** Says how fast samples came in and how fast they came at best. */
export function throughputFinding({ throughput, samples }: EvaluationView): string {
  if (throughput.length === 0) return 'No sample has been read yet.'
  const step = intervalSeconds(throughput)
  const peak = Math.max(...throughput.map((interval) => interval.samples))
  const per = step === null ? 'in one interval' : `in ${formatDuration(step)}`
  return `${formatCount(samples.drawn)} samples in ${formatDuration(samples.elapsedSeconds)}; at most ${formatCount(peak)} ${per}.`
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
