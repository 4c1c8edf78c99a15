import { setTimeout as sleep } from 'node:timers/promises'
import { type Attempt, type DataSource, renewLeases, selectNeeded } from '@cges-fleet/db'

/** Why a request was aborted. */
export type GivenUp = 'lease lost' | 'no longer needed' | 'worker draining'

/** Looks that wake-ups ask for begin so long after the one before has ended: a storm of them costs little. */
const BETWEEN_LOOKS_MS = 20

interface Held {
  readonly attempts: Set<Attempt>
  readonly abort: AbortController
}

/**
 * Renews the leases of the calls this worker is making, and aborts a request whose lease is lost, or that nobody needs
 * since its question is finished or its evaluation has ended.
 */
export class HeldLeases {
  readonly #held = new Map<string, Held>()
  readonly #ended = new AbortController()
  #timers: NodeJS.Timeout[] = []
  #renewing: Promise<void> = Promise.resolve()
  #looking: Promise<void> | null = null
  #mustLookAgain = false
  #isStopped = false
  #wakeUps = 0

  constructor(
    private readonly db: DataSource,
    private readonly leaseMs: number,
    private readonly lookMs = 1000,
  ) {}

  /** Starts renewing, three times per lease, and looking every second or so for what nobody needs. */
  start(): void {
    const renew = () => {
      this.#renewing = this.#renew().catch(() => undefined)
    }
    this.#timers = [
      setInterval(renew, this.leaseMs / 3),
      setInterval(() => this.#look(), Math.min(this.lookMs, this.leaseMs / 3)),
    ]
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all([this.#renewing, this.#looking])
  }

  /** Looks at once for what nobody needs. */
  wake(): void {
    this.#wakeUps += 1
    this.#look()
  }

  /** How many wake-ups there were. */
  get wakeUps(): number {
    return this.#wakeUps
  }

  /**
   * Runs work while holding a lease; the signal it gets aborts with a `GivenUp` reason. A wake-up since its claim was
   * sent may have meant this call: `wakeUps` is their number by then.
   */
  async holding<T>(attempt: Attempt, work: (signal: AbortSignal) => Promise<T>, wakeUps = this.#wakeUps): Promise<T> {
    const key = keyOf(attempt)
    const abort = new AbortController()
    this.#held.set(key, { attempts: new Set([attempt]), abort })
    if (wakeUps !== this.#wakeUps) this.#look()
    try {
      return await work(abort.signal)
    } finally {
      this.#held.delete(key)
    }
  }

  /** Renews the lease of a call made on behalf of another, together with that one's. */
  async withBoth<T>(attempt: Attempt, other: Attempt, work: () => Promise<T>): Promise<T> {
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

  #everyHeld() {
    return [...this.#held.values()].flatMap(({ attempts, abort }) =>
      [...attempts].map((attempt) => ({ attempt, attempts, abort })),
    )
  }

  /** Looks, one after the other: whatever is asked meanwhile is one more look. */
  #look(): void {
    if (this.#looking !== null) {
      this.#mustLookAgain = true
      return
    }
    this.#mustLookAgain = false
    this.#looking = this.#abortUnneeded()
      .catch(() => undefined)
      .then(() => sleep(BETWEEN_LOOKS_MS))
      .finally(() => {
        this.#looking = null
        if (this.#mustLookAgain && !this.#isStopped) this.#look()
      })
  }

  async #abortUnneeded(): Promise<void> {
    const before = this.#everyHeld()
    const attempts = before.map(({ attempt }) => attempt)
    const needed = new Set(await selectNeeded(this.db, attempts))
    for (const { attempt, attempts: still, abort } of before) {
      if (still.has(attempt) && !needed.has(attempt.callId)) abort.abort('no longer needed' satisfies GivenUp)
    }
  }

  async #renew(): Promise<void> {
    const before = this.#everyHeld()
    const attempts = before.map(({ attempt }) => attempt)
    const renewed = new Set(await renewLeases(this.db, attempts, this.leaseMs))
    for (const { attempt, attempts: still, abort } of before) {
      if (still.has(attempt) && !renewed.has(attempt.callId)) abort.abort('lease lost' satisfies GivenUp)
    }
  }
}

function keyOf(attempt: Attempt): string {
  return `${attempt.callId}.${attempt.fence}`
}
