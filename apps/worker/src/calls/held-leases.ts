import { type Attempt, type DataSource, renewLeases } from '@cges-fleet/db'

/** Why a request was aborted. */
export type GivenUp = 'lease lost' | 'evaluation ended' | 'worker draining'

interface Held {
  readonly attempts: Set<Attempt>
  readonly abort: AbortController
}

/**
 * Renews the leases of the calls this worker is making, and aborts a request whose lease is lost or whose evaluation
 * has ended.
 */
export class HeldLeases {
  readonly #held = new Map<string, Held>()
  readonly #ended = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #renewing: Promise<void> = Promise.resolve()

  constructor(
    private readonly db: DataSource,
    private readonly leaseMs: number,
  ) {}

  /** Starts renewing, three times per lease. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#renewing = this.#renew().catch(() => undefined)
    }, this.leaseMs / 3)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#renewing
  }

  /** Runs work while holding a lease; the signal it gets aborts with a `GivenUp` reason. */
  async holding<T>(attempt: Attempt, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const key = keyOf(attempt)
    const abort = new AbortController()
    this.#held.set(key, { attempts: new Set([attempt]), abort })
    try {
      return await work(abort.signal)
    } finally {
      this.#held.delete(key)
    }
  }

  /** Renews the lease of a call made on behalf of another, together with that one's. */
  async beside<T>(attempt: Attempt, other: Attempt, work: () => Promise<T>): Promise<T> {
    const attempts = this.#held.get(keyOf(attempt))?.attempts
    attempts?.add(other)
    try {
      return await work()
    } finally {
      attempts?.delete(other)
    }
  }

  /** Aborts once everything in flight has been given up: nothing is worth waiting for any more. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  /** Aborts every request in flight. */
  giveUpAll(reason: GivenUp): void {
    this.#ended.abort(reason)
    for (const { abort } of this.#held.values()) abort.abort(reason)
  }

  get count(): number {
    return this.#held.size
  }

  async #renew(): Promise<void> {
    const before = [...this.#held.values()].flatMap(({ attempts, abort }) =>
      [...attempts].map((attempt) => ({ attempt, attempts, abort })),
    )
    const renewed = await renewLeases(
      this.db,
      before.map(({ attempt }) => attempt),
      this.leaseMs,
    )
    const wanted = new Map(renewed.map((lease) => [lease.callId, lease.wanted]))
    for (const { attempt, attempts, abort } of before) {
      if (!attempts.has(attempt)) continue
      const still = wanted.get(attempt.callId)
      if (still === undefined) abort.abort('lease lost' satisfies GivenUp)
      else if (!still) abort.abort('evaluation ended' satisfies GivenUp)
    }
  }
}

function keyOf(attempt: Attempt): string {
  return `${attempt.callId}.${attempt.fence}`
}
