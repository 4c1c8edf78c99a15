import { setTimeout as sleep } from 'node:timers/promises'
import { listenForAbandoned, type WakeUps } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'

const BEAT_MS = 5000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

const log = logger('Calls')

type Listen = (handlers: Parameters<typeof listenForAbandoned>[1]) => Promise<WakeUps>

/**
 * Calls `wake` as soon as the database tells that calls in flight may be needed by nobody any more, and each time it
 * begins to listen, since what was told before was missed. A connection that is lost is opened again, with growing
 * pauses.
 */
export class AbandonedCalls {
  readonly #closed = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(
    private readonly listen: Listen,
    private readonly wake: () => void,
  ) {}

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#closed.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    while (!this.#closed.signal.aborted) {
      const heard = await this.#listen()
      pauseMs = heard ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
      await this.#sleep(pauseMs)
    }
  }

  /** Listens until the connection is lost. Returns false if there was none. */
  async #listen(): Promise<boolean> {
    const lost = new AbortController()
    const wakeUps = await this.listen({ woken: this.wake, lost: () => lost.abort() }).catch((error: Error) => {
      log.info(`cannot listen for abandoned calls, and will try again: ${error.message}`)
      return null
    })
    if (wakeUps === null) return false
    this.wake()
    const beat = setInterval(() => void wakeUps.beat().catch(() => lost.abort()), BEAT_MS)
    await untilEither(lost.signal, this.#closed.signal)
    clearInterval(beat)
    await wakeUps.close()
    if (!this.#closed.signal.aborted) log.info('lost the connection that tells of abandoned calls; opening it again')
    return true
  }

  async #sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closed.signal }).catch(() => undefined)
  }
}

function untilEither(...signals: readonly AbortSignal[]): Promise<void> {
  const either = AbortSignal.any([...signals])
  return new Promise((resolve) => {
    if (either.aborted) resolve()
    else either.addEventListener('abort', () => resolve(), { once: true })
  })
}
