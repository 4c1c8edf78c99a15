import { z } from 'zod'

/** An error of the API (RFC 9457, application/problem+json). */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** The invalid fields, each with what to do about it. */
  errors: z.array(z.object({ field: z.string(), problem: z.string() })).optional(),
  /** The id of what is not there. */
  missing: z.string().optional(),
  /** Identifies the request in the API's log. */
  requestId: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>
