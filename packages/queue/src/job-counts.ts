import type { Queue } from 'bullmq'

/** A queue's jobs by state. */
export interface JobCounts {
  readonly queue: string
  readonly counts: Readonly<Record<string, number>>
}

/** Counts a queue's jobs in the states they can be in: finished jobs are not kept. */
export async function jobCounts(queue: Queue): Promise<JobCounts> {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized')
  return { queue: queue.name, counts }
}
