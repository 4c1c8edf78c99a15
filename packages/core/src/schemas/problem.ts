import { z } from 'zod'

/** An error as the API tells it (RFC 9457, application/problem+json). */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** The fields at fault, each with what to do about it. */
  errors: z.array(z.object({ field: z.string(), problem: z.string() })).optional(),
  /** Names the request in the API's log. */
  requestId: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>
