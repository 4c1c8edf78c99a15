import { z } from 'zod'

/** Make one call. Ids only: the database is the truth, the queue is delivery. */
export const CallJob = z.object({ callId: z.uuid(), fence: z.int() })
export type CallJob = z.infer<typeof CallJob>

/** Advance one evaluation. */
export const RoundJob = z.object({ evaluationId: z.uuid() })
export type RoundJob = z.infer<typeof RoundJob>

/** The queue of rounds. */
export const ROUND_QUEUE = 'round'

/**
 * The queue of a pool's calls of every kind. It keeps its first name: people pause it, and logins have rights on it.
 */
export function poolQueue(pool: string): string {
  return `sample-${pool}`
}

/** A call job's id contains the fence: another attempt is another job, and a repeated delivery is not. */
export function callJobId(job: CallJob): string {
  return `${job.callId}.${job.fence}`
}
