import { type Job, type Queue, UnrecoverableError } from 'bullmq'
import { z } from 'zod'
import type { ReopeningQueue } from './reopening-queue.js'

/** Make one call. Ids only: the database is the truth, the queue is delivery. */
export const CallJob = z.object({ callId: z.uuid(), fence: z.int() })
export type CallJob = z.infer<typeof CallJob>

/** Advance one evaluation. */
export const RoundJob = z.object({ evaluationId: z.uuid() })
export type RoundJob = z.infer<typeof RoundJob>

/** The name of a round's job. */
export const ROUND_NAME = 'round'

/** The queue of rounds. */
export const ROUND_QUEUE = 'round'

/**
 * The queue of a pool's calls of every kind. It keeps its first name: logins have rights on it.
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

/** Dead letters kept per queue, for people to look at; the oldest go first. */
const KEPT = 100

/** Characters of a name that a log line shows. */
const NAME_LENGTH = 60

/** A job that this version cannot read, set aside: whoever is told of it is told in one plain sentence. */
export class DeadLetter extends UnrecoverableError {}

/** The shape of a job that a processor takes. */
interface KnownJob<Shape extends z.ZodType> {
  readonly names: readonly string[]
  readonly shape: Shape
}

/**
 * Reads what a job is for. A job of another kind or shape, such as another version queues, is set aside among its
 * queue's failed jobs: this throws `DeadLetter`. The database's row is queued again by the sweep, so nothing is lost.
 */
export function readJob<Shape extends z.ZodType>(job: Job, { names, shape }: KnownJob<Shape>): z.infer<Shape> {
  const parsed = shape.safeParse(job.data)
  if (parsed.success && names.includes(job.name)) return parsed.data
  job.opts.removeOnFail = { count: KEPT }
  const wrong = parsed.success
    ? `its kind is ${shown(job.name)}`
    : `its data has no valid ${parsed.error.issues[0]?.path.join('.')}`
  throw new DeadLetter(
    `job ${shown(job.id)} in queue ${job.queueName} is none that this version knows (${wrong}): set aside, its work is queued again`,
  )
}

function shown(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, NAME_LENGTH))
}

/** Ids read at once. */
const PAGE = 1000

/** The states from which a job is taken, in the order it passes through them. */
export const WAITING = ['prioritized', 'wait', 'delayed'] as const
type HeldState = (typeof WAITING)[number] | 'active'

/** Reads the ids of a queue's jobs in some states, a page at a time; a job that moves meanwhile may be missed or repeated. */
export async function* heldJobs(
  queue: ReopeningQueue,
  states: readonly HeldState[] = [...WAITING, 'active'],
): AsyncGenerator<readonly string[]> {
  for (const state of states) {
    for (let start = 0; ; start += PAGE) {
      const page = (open: Queue) => open.getRanges([state], start, start + PAGE - 1)
      const ids = await queue.use(page)
      yield ids
      if (ids.length < PAGE) break
    }
  }
}

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

/** Removes what is left of a job, in whatever state, unless somebody is doing it. */
export async function removeJob(queue: Queue, id: string): Promise<void> {
  await queue.remove(id, { removeChildren: false })
}
