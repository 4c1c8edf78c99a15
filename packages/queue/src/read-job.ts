import { type Job, UnrecoverableError } from 'bullmq'
import type { z } from 'zod'

/** Dead letters kept per queue, for people to look at; the oldest go first. */
const KEPT = 100

/** Characters of a name that a log line shows. */
const NAME_LENGTH = 60

/** A job that this version cannot read, set aside: whoever is told of it is told in one plain sentence. */
export class DeadLetter extends UnrecoverableError {}

/** The shape of a job that a processor takes. */
export interface KnownJob<Shape extends z.ZodType> {
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
