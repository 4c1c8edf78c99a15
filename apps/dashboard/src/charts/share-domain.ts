import type { MethodReport } from '@cges-fleet/core'

/** A range of shares that contains every bar of a table, in steps of 5 points; the one scale all its rows share. */
export function shareDomain(reports: readonly MethodReport[]): readonly [number, number] {
  const ends = reports.flatMap(({ accuracy, accuracyBounds, interim }) => [
    ...(interim ? [accuracyBounds.low, accuracyBounds.high] : []),
    ...(accuracy === null ? [] : [accuracy.low, accuracy.high]),
  ])
  if (ends.length === 0) return [0, 1]
  const low = Math.floor(Math.min(...ends) * 20 + 1e-9) / 20
  const high = Math.ceil(Math.max(...ends) * 20 - 1e-9) / 20
  return low < high ? [low, high] : [Math.max(0, low - 0.05), Math.min(1, high + 0.05)]
}
