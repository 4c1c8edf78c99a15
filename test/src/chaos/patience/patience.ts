import { setTimeout as sleep } from 'node:timers/promises'
import { type Slowness, STARVED } from './witness.js'

export interface Wait {
  /** How long it may take on a machine that is not slow. */
  readonly withinMs: number
  /** How long to sleep between two looks. */
  readonly everyMs?: number
  /** Completes "… in 60 s": what did not happen. */
  readonly why: () => string
}

/** No wait becomes longer than this many times its limit, however slow the machine. */
export const LONGEST = 3

/** What was waited for did not come: because the machine is too slow, or though it is not. */
export class WaitFailed extends Error {
  constructor(
    message: string,
    readonly starved: boolean,
  ) {
    super(message)
  }
}

/** How a run waits for anything: as much longer than the limit as the machine is slow, and three times as long at most. */
export class Patience {
  readonly #startedAt = Date.now()
  #ended = false

  constructor(
    private readonly machine: Slowness,
    /** Every wait's limit instead of its own: to try what happens when it is over. */
    private readonly limitMs?: number | undefined,
  ) {}

  /** How many times as long as it should anything took since then; since the beginning unless said. */
  slowdown(sinceMs = this.#startedAt): number {
    return this.machine.slowdownSince(sinceMs)
  }

  /** What a limit becomes on a machine as slow as this one was since then. */
  stretched(limitMs: number, sinceMs = this.#startedAt): number {
    return (this.limitMs ?? limitMs) * Math.min(LONGEST, this.slowdown(sinceMs))
  }

  /** Whether waits that fail now may be the machine's fault. */
  starved(sinceMs = this.#startedAt): boolean {
    return this.slowdown(sinceMs) >= STARVED
  }

  /** Looks again and again until there is what is waited for, and gives it; throws a `WaitFailed` where it does not come. */
  async until<T>(look: () => T | false | Promise<T | false>, { withinMs, everyMs = 20, why }: Wait): Promise<T> {
    const from = { clock: performance.now(), atMs: Date.now() }
    for (;;) {
      if (this.#ended) throw new WaitFailed('the run is over', false)
      const found = await look()
      if (found !== false) return found
      const waitedMs = performance.now() - from.clock
      if (waitedMs > this.stretched(withinMs, from.atMs)) throw this.#failed(why(), waitedMs, from.atMs)
      await sleep(everyMs)
    }
  }

  /** Waits for what goes on by itself. */
  async within<T>(work: Promise<T>, wait: Wait): Promise<T> {
    let settled = false
    const done = work.finally(() => {
      settled = true
    })
    done.catch(() => undefined)
    await this.until(() => settled, wait)
    return done
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Ends every wait there is. */
  end(): void {
    this.#ended = true
  }

  #failed(why: string, waitedMs: number, sinceMs: number): WaitFailed {
    const slowdown = this.slowdown(sinceMs)
    const slow = slowdown >= STARVED
    const machine = slow
      ? `: this machine was too slow, everything took ${slowdown.toFixed(1)} times as long`
      : ', and the machine was not slow'
    return new WaitFailed(`${why} in ${(waitedMs / 1000).toFixed(1)} s${machine}`, slow)
  }
}
