import { hasEnded, type SharedStatistics, type SharedView } from '@cges-fleet/core'

/** Whether nothing on the page of a share link will change: all has ended, and what it is worth is known. Pure. */
export function isSettled(shared: SharedView, statistics: SharedStatistics | null): boolean {
  if (statistics === null) return false
  const shown = shared.kind === 'evaluation' ? [shared.evaluation] : shared.comparison.evaluations
  return shown.every(({ status }) => hasEnded(status))
}
