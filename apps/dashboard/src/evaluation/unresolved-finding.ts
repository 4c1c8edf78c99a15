import { counted } from '@cges-fleet/core/counted'
import { largestBudget } from '../charts/unresolved-geometry'
import type { NamedReport } from '../families/name-methods'
import { formatShare } from '../format/format-share'

/** Describes how many trials the quickest and the slowest method have open half-way through the budget. */
export function unresolvedFinding(reports: readonly NamedReport[]): string {
  const after = Math.max(1, Math.round(largestBudget(reports) / 2))
  const open = reports
    .flatMap(({ name, unresolvedAfter }) => {
      const share = unresolvedAfter[after]
      return share === undefined ? [] : [{ name, share }]
    })
    .toSorted((a, b) => a.share - b.share)
  const least = open[0]
  const most = open.at(-1)
  if (least === undefined || most === undefined) return 'No trial has resolved yet.'
  const calls = counted(after, 'call')
  const when = reports.some(({ interim }) => interim) ? 'Interim: after' : 'After'
  if (open.length === 1) return `${when} ${calls}, ${least.name} has ${formatShare(least.share)} of its trials open.`
  if (least.share === most.share)
    return `${when} ${calls}, every method has ${formatShare(least.share)} of its trials open.`
  return `${when} ${calls}, none has fewer trials open than ${least.name} (${formatShare(least.share)}), none more than ${most.name} (${formatShare(most.share)}).`
}
