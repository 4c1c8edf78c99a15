interface Job<Data> {
  readonly id: string
  readonly data: Data
  readonly deduplication: string | null
}

export interface Taken<Data> extends Job<Data> {
  /** Holds the job until its lock runs out. */
  readonly token: number
}

/** What of a queue can be lost alone, as keys of Redis and rows of PostgreSQL can. */
export const QUEUE_PARTS = ['waiting', 'active', 'a job', 'a deduplication', 'all'] as const

export type QueuePart = (typeof QUEUE_PARTS)[number]

/**
 * What BullMQ's queues promise, and no more: a job's id is taken once while anything of it is left, a deduplicated job is
 * not added while another is there, and what is active too long is delivered again. `queue-agrees.test.ts` holds it
 * against BullMQ itself.
 */
export class ModelQueue<Data> {
  readonly #jobs = new Map<string, Job<Data>>()
  #waiting: string[] = []
  #active = new Map<string, { readonly token: number; lockedUntil: number }>()
  readonly #deduplicated = new Map<string, string>()
  readonly #next = new Map<string, Job<Data>>()
  #tokens = 0

  constructor(private readonly keepsFinished = false) {}

  add(job: Job<Data>): void {
    const { id, deduplication } = job
    if (deduplication !== null) {
      const other = this.#deduplicated.get(deduplication)
      if (other !== undefined) {
        if (this.#active.has(other)) this.#next.set(deduplication, job)
        return
      }
    }
    if (this.#jobs.has(id)) return
    if (deduplication !== null) this.#deduplicated.set(deduplication, id)
    this.#jobs.set(id, job)
    this.#waiting.push(id)
  }

  get waiting(): readonly string[] {
    return this.#waiting
  }

  /** The ids of the jobs that are being done. */
  get active(): readonly string[] {
    return [...this.#active.keys()]
  }

  /** Takes the job at one place of those that wait; a job whose data are lost is dropped. */
  take(place: number, now: number, lockMs: number): Taken<Data> | null {
    const [id] = this.#waiting.splice(place, 1)
    const job = id === undefined ? undefined : this.#jobs.get(id)
    if (job === undefined) return null
    const token = ++this.#tokens
    this.#active.set(job.id, { token, lockedUntil: now + lockMs })
    return { ...job, token }
  }

  /** Ends a job for whoever still holds it, and adds what was asked for meanwhile. */
  complete({ id, token, deduplication }: Taken<Data>): boolean {
    if (this.#active.get(id)?.token !== token) return false
    this.#active.delete(id)
    if (!this.keepsFinished) this.#jobs.delete(id)
    if (deduplication === null) return true
    if (this.#deduplicated.get(deduplication) === id) this.#deduplicated.delete(deduplication)
    const next = this.#next.get(deduplication)
    this.#next.delete(deduplication)
    // It is added whatever else is there, and requests are taken for repetitions of it from now on.
    if (next !== undefined) this.#deduplicated.delete(deduplication)
    if (next !== undefined) this.add(next)
    return true
  }

  /** Puts a job back for somebody else. */
  putBack({ id, token }: Taken<Data>): void {
    if (this.#active.get(id)?.token !== token) return
    this.#active.delete(id)
    this.#waiting.push(id)
  }

  renew({ id, token }: Taken<Data>, until: number): void {
    const lock = this.#active.get(id)
    if (lock?.token === token) lock.lockedUntil = until
  }

  /** Makes what is active beyond its lock wait again. */
  returnStalled(now: number): void {
    for (const [id, { lockedUntil }] of this.#active) {
      if (lockedUntil >= now) continue
      this.#active.delete(id)
      if (this.#jobs.has(id)) this.#waiting.push(id)
    }
  }

  /** Delivers a job that is being done once more, as a queue may. */
  repeat(place: number): void {
    const id = this.active[place]
    if (id !== undefined) this.#waiting.push(id)
  }

  /** Removes what is left of a job that nobody is doing. */
  remove(id: string): void {
    if (this.#active.has(id)) return
    const job = this.#jobs.get(id)
    this.#jobs.delete(id)
    this.#waiting = this.#waiting.filter((other) => other !== id)
    const deduplication = job?.deduplication ?? null
    if (deduplication === null || this.#deduplicated.get(deduplication) !== id) return
    this.#deduplicated.delete(deduplication)
    this.#next.delete(deduplication)
  }

  jobOf(deduplication: string): string | null {
    return this.#deduplicated.get(deduplication) ?? null
  }

  removeDeduplication(id: string): void {
    this.#deduplicated.delete(id)
  }

  lose(part: QueuePart, pick: number): void {
    const one = <Key>(keys: Iterable<Key>): Key | undefined => {
      const all = [...keys]
      return all[pick % Math.max(1, all.length)]
    }
    switch (part) {
      case 'waiting':
        this.#waiting = []
        return
      case 'active':
        this.#active = new Map()
        return
      case 'a job': {
        const id = one(this.#jobs.keys())
        if (id !== undefined) this.#jobs.delete(id)
        return
      }
      case 'a deduplication': {
        const id = one(this.#deduplicated.keys())
        if (id !== undefined) this.#deduplicated.delete(id)
        return
      }
      case 'all':
        this.#jobs.clear()
        this.#waiting = []
        this.#active.clear()
        this.#deduplicated.clear()
        this.#next.clear()
    }
  }
}
