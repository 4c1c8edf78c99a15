import { z } from 'zod'

/**
 * running ⇄ paused; running → done | cancelled | budget_stopped | failed. `done`: every trial is closed or blocked and
 * nothing is in flight. Extending leads back to running from all but `failed`; retrying from `failed` where nothing could be drawn.
 */
export const EvaluationStatus = z.enum(['running', 'paused', 'done', 'cancelled', 'budget_stopped', 'failed'])
export type EvaluationStatus = z.infer<typeof EvaluationStatus>

/** Returns whether an evaluation has ended, unless it is extended or retried. */
export function hasEnded(status: EvaluationStatus): boolean {
  return status !== 'running' && status !== 'paused'
}

/** The status in words for people. */
export function statusWord(status: EvaluationStatus): string {
  return status.replace('_', '-')
}
