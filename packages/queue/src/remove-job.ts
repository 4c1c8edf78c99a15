import type { Queue } from 'bullmq'

/** Removes what is left of a job, in whatever state, unless somebody is doing it. */
export async function removeJob(queue: Queue, id: string): Promise<void> {
  await queue.remove(id, { removeChildren: false })
}
