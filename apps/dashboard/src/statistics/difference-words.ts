import type { PairedComparison } from '@cges-fleet/core'
import { formatPoints, formatPointsInterval } from '../format/format-points'

/** Writes a paired difference in accuracy with its interval: `Δ +8.3 [0.0, +16.1] points`. */
export function differenceWords({ accuracy }: Pick<PairedComparison, 'accuracy'>): string {
  return `Δ ${formatPoints(accuracy.value)} ${formatPointsInterval(accuracy)} points`
}

/** Writes a change in calls, given as a share of those before: `45% fewer calls`. */
export function changeInCalls(change: number): string {
  return `${Math.abs(100 * change).toFixed(0)}% ${change <= 0 ? 'fewer' : 'more'} calls`
}
