import { countedOf } from '@cges-fleet/core/counted'
import type { EvaluationView } from '@cges-fleet/core'

const QUARTERS = [0.25, 0.5, 0.75, 1]

/** Describes an evaluation's progress in the few steps worth announcing unasked: each quarter, and how it ended. */
export function milestoneOf({ status, trials: { closed, total, blocked } }: EvaluationView): string {
  if (status !== 'running') return `${status.replace('_', '-')}: ${countedOf(closed, total, 'trial')} closed.`
  const reached = QUARTERS.findLast((share) => total > 0 && closed + blocked >= share * total)
  return reached === undefined ? '' : `${100 * reached}% of the trials are closed.`
}
