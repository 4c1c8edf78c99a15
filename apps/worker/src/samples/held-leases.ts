import { type Attempt, type DataSource, renewLeases } from '@cges-fleet/db'

/** Why a request was given up before it ended. */
export type GivenUp = 'lease lost' | 'evaluation ended' | 'worker draining'

interface Held {
  readonly attempt: Attempt
  readonly abort: AbortController
}

/** The samples this worker is drawing: keeps their leases, and aborts a request whose lease is lost or that nobody wants any more. */
export class HeldLeases {
  readonly #held = new Map<string, Held>()
  readonly #ended = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #renewing: Promise<void> = Promise.resolve()

  constructor(
    private readonly db: DataSource,
    private readonly leaseMs: number,
  ) {}

  /** Begins renewing, three times a lease. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#renewing = this.#renew().catch(() => undefined)
    }, this.leaseMs / 3)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#renewing
  }

  /** Runs work while holding a lease; the signal it gets tells with a `GivenUp` reason when to stop. */
  async holding<T>(attempt: Attempt, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const key = keyOf(attempt)
    const abort = new AbortController()
    this.#held.set(key, { attempt, abort })
    try {
      return await work(abort.signal)
    } finally {
      this.#held.delete(key)
    }
  }

  /** Aborted once everything in flight was given up: nothing more is worth waiting for. */
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
    const before = [...this.#held.values()]
    const renewed = await renewLeases(
      this.db,
      before.map(({ attempt }) => ({ trialId: attempt.trialId, index: attempt.index, fence: attempt.fence })),
      this.leaseMs,
    )
    const wanted = new Map(renewed.map((lease) => [`${lease.trialId}.${lease.index}`, lease.wanted]))
    for (const { attempt, abort } of before) {
      const still = wanted.get(`${attempt.trialId}.${attempt.index}`)
      if (still === undefined) abort.abort('lease lost' satisfies GivenUp)
      else if (!still) abort.abort('evaluation ended' satisfies GivenUp)
    }
  }
}

function keyOf(attempt: Attempt): string {
  return `${attempt.trialId}.${attempt.index}.${attempt.fence}`
}
