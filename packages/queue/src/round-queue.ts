import { randomUUID } from 'node:crypto'
import {
  evaluationOf,
  heldJobs,
  type JobCounts,
  jobCounts,
  removeJob,
  ROUND_NAME,
  ROUND_QUEUE,
  roundJobId,
  WAITING,
} from './jobs.js'
import type { QueueBackend } from './backend.js'
import { inTrace, ReopeningQueue } from './reopening-queue.js'

/** Requests within this time after one become one more. */
const BURST_MS = 10

/**
 * Requests rounds. However many requests there are, at most one round of an evaluation is active and one waits;
 * deduplication only saves work, the lock on the evaluation's row is what keeps two coordinators apart.
 */
export class RoundQueue {
  readonly #queue: ReopeningQueue
  /** Evaluations with the span that requested a round of each, if one of the requests is traced. */
  readonly #wanted = new Map<string, string | null>()
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly backend: QueueBackend) {
    this.#queue = new ReopeningQueue(ROUND_QUEUE, backend)
  }

  /**
   * Requests a round: at once where none was requested lately, else with all others of the burst. Nothing is lost if the
   * queue is down: the sweep requests it again.
   */
  askSoon(evaluationId: string, traceparent: string | null = null): void {
    this.#wanted.set(evaluationId, this.#wanted.get(evaluationId) ?? traceparent)
    if (this.#timer === undefined) setImmediate(() => void this.#flush())
    this.#timer ??= setTimeout(() => this.#endBurst(), BURST_MS)
  }

  /** Requests a round now and waits until the queue has accepted it; the round continues the caller's trace. */
  async ask(evaluationId: string, traceparent: string | null = null): Promise<void> {
    const deduplication = { id: evaluationId, keepLastIfActive: true }
    const jobId = roundJobId(evaluationId, randomUUID().slice(0, 8))
    const options = { jobId, deduplication, removeOnComplete: true, removeOnFail: true }
    await this.#queue.use((queue) =>
      inTrace(this.backend.telemetry, traceparent, () => queue.add(ROUND_NAME, { evaluationId }, options)),
    )
  }

  /**
   * Requests a round of each evaluation that needs one and has none waiting. If its last round is nowhere in the queue,
   * what is left of that is removed first, or every request would be taken for a repetition of it. Returns how many
   * evaluations that was.
   */
  async reconcile(evaluations: readonly string[]): Promise<number> {
    if (evaluations.length === 0) return 0
    const waiting = await this.#held(WAITING)
    const wanted = evaluations.filter((id) => !waiting.evaluations.has(id))
    if (wanted.length === 0) return 0
    const active = await this.#held(['active'])
    const held = new Set([...waiting.jobs, ...active.jobs])
    let lost = 0
    for (const id of wanted) {
      if (!active.evaluations.has(id) && (await this.#forget(id, held))) lost += 1
      await this.ask(id)
    }
    return lost
  }

  /** Forgets the round that an evaluation's next one would be taken for, if no job of it is held. */
  async #forget(evaluationId: string, held: ReadonlySet<string>): Promise<boolean> {
    const job = await this.#queue.use((queue) => queue.getDeduplicationJobId(evaluationId))
    if (job === null || held.has(job) || (await this.#holds(job))) return false
    await this.#queue.use((queue) => removeJob(queue, job))
    await this.#queue.use((queue) => queue.removeDeduplicationKey(evaluationId))
    return true
  }

  /** Looks again: a job that was added after the last look is in its place by the time that its key is read. */
  async #holds(job: string): Promise<boolean> {
    for (const states of [WAITING, ['active']] as const) if ((await this.#held(states)).jobs.has(job)) return true
    return false
  }

  async #held(states: Parameters<typeof heldJobs>[1]) {
    const jobs = new Set<string>()
    for await (const ids of heldJobs(this.#queue, states)) for (const id of ids) jobs.add(id)
    return { jobs, evaluations: new Set([...jobs].map(evaluationOf)) }
  }

  /** Returns whether an operator has paused rounds; fails if the queue does not answer. */
  isPaused(): Promise<boolean> {
    return this.#queue.use((queue) => queue.isPaused())
  }

  /** Counts the jobs of the queue by state. */
  jobCounts(): Promise<JobCounts> {
    return this.#queue.use(jobCounts)
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#flush()
    await this.#queue.close()
  }

  #endBurst(): void {
    this.#timer = this.#wanted.size === 0 ? undefined : setTimeout(() => this.#endBurst(), BURST_MS)
    void this.#flush()
  }

  async #flush(): Promise<void> {
    const wanted = [...this.#wanted]
    this.#wanted.clear()
    await Promise.allSettled(wanted.map(([evaluationId, traceparent]) => this.ask(evaluationId, traceparent)))
  }
}
