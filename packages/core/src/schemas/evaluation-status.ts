import { z } from 'zod'

/** The id of an evaluation, in a path. */
export const EvaluationId = z.uuid({
  error: ({ input }) =>
    `${JSON.stringify(input)} is not an evaluation id. cges evaluations lists them, and the address of an evaluation’s page ends with it`,
})

/**
 * running ⇄ paused; running ⇄ stuck; running → done | decided | cancelled | budget_stopped | failed. `done`: every trial
 * is closed or blocked and nothing is in flight. `decided`: its `until` held before that. `stuck`: its rounds fail, and are tried again ever later; it runs again by itself
 * once one succeeds. Extending leads back to running from all but `failed`, retrying from `failed` where nothing could be
 * drawn; cancelling ends any that has not ended.
 */
export const EvaluationStatus = z.enum([
  'running',
  'paused',
  'stuck',
  'done',
  'decided',
  'cancelled',
  'budget_stopped',
  'failed',
])
export type EvaluationStatus = z.infer<typeof EvaluationStatus>
