import { type CallJob, callJobId, callOf, heldJobs, type JobCounts, jobCounts, poolQueue, removeJob } from './jobs.js'
import type { QueueBackend } from './backend.js'
import { inTrace, ReopeningQueue } from './reopening-queue.js'

/** A call to queue for its pool; lower priorities go first, and 1 is the least. */
export type QueuedJob = CallJob & {
  /** The name of its job. */
  readonly kind: string
  readonly pool: string
  readonly priority: number
  /** Which repair it belongs to, as its row says; null or left out if a round queues it. */
  readonly repair?: number | null
  /** The traceparent of the span that caused it; null or left out if the call is not traced. */
  readonly traceparent?: string | null
}

/** A call whose job its queue has lost. */
export interface LostCall extends QueuedJob {
  /** The repair before this one; null if there was none. */
  readonly repairBefore: number | null
}

/** Jobs removed at once. */
const REMOVED_AT_ONCE = 500

/** The queues of calls, one a pool, opened when first used. */
export class CallQueues {
  readonly #queues = new Map<string, ReopeningQueue>()

  constructor(private readonly backend: QueueBackend) {}

  /** Queues calls for their pools. A call already queued under the same fence is not queued twice. */
  async add(calls: readonly QueuedJob[]): Promise<void> {
    for (const { pool, traceparent, calls: together } of byPlace(calls)) {
      const jobs = together.map((call) => ({
        name: call.kind,
        data: { callId: call.callId, fence: call.fence } satisfies CallJob,
        opts: {
          jobId: callJobId(call, call.repair),
          priority: call.priority,
          removeOnComplete: true,
          removeOnFail: true,
        },
      }))
      await this.#queue(pool).use((queue) => inTrace(this.backend.telemetry, traceparent, () => queue.addBulk(jobs)))
    }
  }

  /**
   * Returns those of a pool's calls that its queue has no job for, whatever else it holds. Those it seems to lack are
   * looked for twice, since jobs move while their ids are read.
   */
  async lacking<Call extends CallJob>(pool: string, calls: readonly Call[]): Promise<Call[]> {
    const once = await this.#absent(pool, calls)
    return this.#absent(pool, once)
  }

  /** Queues calls that their queues have lost: what is left of their former jobs is removed, and they get new ones. */
  async restore(calls: readonly LostCall[]): Promise<void> {
    const former = calls.flatMap((call) => {
      const ids = [callJobId(call), ...(call.repairBefore === null ? [] : [callJobId(call, call.repairBefore)])]
      return ids.map((id) => ({ pool: call.pool, id }))
    })
    for (let start = 0; start < former.length; start += REMOVED_AT_ONCE) {
      const some = former.slice(start, start + REMOVED_AT_ONCE)
      await Promise.all(some.map(({ pool, id }) => this.#queue(pool).use((queue) => removeJob(queue, id))))
    }
    await this.add(calls)
  }

  /** Changes the priority of calls waiting in their queues; calls not waiting are left alone. */
  async reorder(calls: readonly (CallJob & Pick<QueuedJob, 'pool' | 'priority' | 'repair'>)[]): Promise<void> {
    for (const { pool, priority, ...call } of calls) {
      const queue = this.#queue(pool)
      const job = await queue.use((open) => open.getJob(callJobId(call, call.repair)))
      if (job === undefined || job.priority === priority) continue
      await queue.use(() => job.changePriority({ priority })).catch(() => undefined)
    }
  }

  /** Returns whether a pool's queue is paused; fails if the queue does not answer. */
  async isPaused(pool: string): Promise<boolean> {
    return this.#queue(pool).use((queue) => queue.isPaused())
  }

  /** Pauses a pool's queue: workers get no more of its calls. Calls being made go on. */
  async pause(pool: string): Promise<void> {
    await this.#queue(pool).use((queue) => queue.pause())
  }

  /** Lets a paused queue go on. */
  async resume(pool: string): Promise<void> {
    await this.#queue(pool).use((queue) => queue.resume())
  }

  /** Counts the jobs of a pool's queue by state. */
  async jobCounts(pool: string): Promise<JobCounts> {
    return this.#queue(pool).use(jobCounts)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()))
  }

  async #absent<Call extends CallJob>(pool: string, calls: readonly Call[]): Promise<Call[]> {
    const wanted = new Map(calls.map((call) => [callJobId(call), call]))
    if (wanted.size === 0) return []
    for await (const ids of heldJobs(this.#queue(pool))) {
      for (const id of ids) wanted.delete(callOf(id))
      if (wanted.size === 0) break
    }
    return [...wanted.values()]
  }

  #queue(pool: string): ReopeningQueue {
    const known = this.#queues.get(pool)
    if (known !== undefined) return known
    const queue = new ReopeningQueue(poolQueue(pool), this.backend)
    this.#queues.set(pool, queue)
    return queue
  }
}

/** Groups calls by queue and trace. */
function byPlace(calls: readonly QueuedJob[]) {
  const places = new Map<string, { pool: string; traceparent: string | null; calls: QueuedJob[] }>()
  for (const call of calls) {
    const { pool, traceparent = null } = call
    const key = `${pool} ${traceparent ?? ''}`
    const place = places.get(key)
    if (place === undefined) places.set(key, { pool, traceparent, calls: [call] })
    else place.calls.push(call)
  }
  return [...places.values()]
}
