import { z } from 'zod'

/** The reason for pausing, resuming, cancelling or retrying: kept in the evaluation's events. */
const lifecycleRequest = z.strictObject({ reason: z.string().trim().min(1).max(500).optional() })

export const LifecycleRequest = lifecycleRequest.default({})
export type LifecycleRequest = z.infer<typeof LifecycleRequest>

export const PauseRequest = lifecycleRequest
  .extend({
    stopCalls: z
      .boolean()
      .optional()
      .describe(
        'stop calls in flight at once; resuming makes them again. Also for an evaluation that is paused already',
      ),
  })
  .default({})
