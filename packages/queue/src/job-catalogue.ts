import { z } from 'zod'

/** Make one call. Ids only: the database is the truth, the queue is delivery. */
export const CallJob = z.object({ callId: z.uuid(), fence: z.int() })
export type CallJob = z.infer<typeof CallJob>

/** Advance one evaluation. */
export const RoundJob = z.object({ evaluationId: z.uuid() })
export type RoundJob = z.infer<typeof RoundJob>

/** The names of a call's job: its kinds. */
export const CALL_JOBS = ['draw', 'rank'] as const

/** The name of a round's job. */
export const ROUND_NAME = 'round'

/** The queue of rounds. */
export const ROUND_QUEUE = 'round'

/**
 * The queue of a pool's calls of every kind. It keeps its first name: people pause it, and logins have rights on it.
 */
export function poolQueue(pool: string): string {
  return `sample-${pool}`
}

/**
 * The id of a call's job. It contains the fence: another attempt is another job, and a repeated delivery is not. A repair
 * is another job too, since a queue that lost a job may still refuse its id.
 */
export function callJobId({ callId, fence }: CallJob, repair: number | null = null): string {
  return repair === null ? `${callId}.${fence}` : `${callId}.${fence}.${repair}`
}

/** The id of a round's job: a new one each time, for the same reason. */
export function roundJobId(evaluationId: string, unique: string): string {
  return `${evaluationId}.${unique}`
}

/** What a job is for, from its id: the call and its fence as `callJobId` gives them without a repair. */
export function callOf(jobId: string): string {
  return jobId.split('.').slice(0, 2).join('.')
}

/** The evaluation that a round's job advances, from its id. */
export function evaluationOf(jobId: string): string {
  return jobId.split('.')[0] ?? jobId
}
