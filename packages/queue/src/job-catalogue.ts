import { z } from 'zod'

/** Draw one sample. Ids only: the database is the truth, the queue is delivery. */
export const SampleJob = z.object({ trialId: z.uuid(), index: z.int(), fence: z.int() })
export type SampleJob = z.infer<typeof SampleJob>

/** Rank one batch of questions by difficulty; it goes through its pool's queue as samples do. */
export const RankingJob = z.object({ rankingId: z.uuid(), fence: z.int() })
export type RankingJob = z.infer<typeof RankingJob>

/** The names of the jobs in a pool's queue. */
export const SAMPLE_JOB = 'sample'
export const RANKING_JOB = 'rank'

/** Advance one evaluation. */
export const RoundJob = z.object({ evaluationId: z.uuid() })
export type RoundJob = z.infer<typeof RoundJob>

/** The queue of rounds. */
export const ROUND_QUEUE = 'round'

/** The queue of a pool's samples. */
export function sampleQueue(pool: string): string {
  return `sample-${pool}`
}

/** A sample job's id carries the fence: a redraw is another job, and a repeated delivery of the same attempt is not. */
export function sampleJobId(job: SampleJob): string {
  return `${job.trialId}.${job.index}.${job.fence}`
}

/** A ranking job's id, made as a sample's is. */
export function rankingJobId(job: RankingJob): string {
  return `${job.rankingId}.${job.fence}`
}
