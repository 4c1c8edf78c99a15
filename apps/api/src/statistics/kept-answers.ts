import { Refusal } from '../http/refusal.js'

interface Kept<Answer> {
  readonly answer: Promise<Answer>
  readonly stop: AbortController
  /** Who still waits for it. */
  askers: number
  /** When it is no longer recent enough. */
  until: number
}

/** How long an answer is reused, in milliseconds, by how long it took. */
type Lasts = (tookMs: number) => number

const QUICK_MS = 50
const TIMES = 10

/**
 * For data that still change: a quick answer is computed for each who asks once it is there, a slow one is reused for ten times
 * as long as it took, so that computing takes at most a tenth of the time.
 */
export const whileRecent: Lasts = (tookMs) => (tookMs > QUICK_MS ? TIMES * tookMs : 0)

/**
 * A cache of the newest answers by their keys: however many ask, each is computed once, and again when it no longer lasts,
 * which is never unless said. A computation stops when the last one who asked for it hangs up.
 */
export class KeptAnswers<Answer> {
  readonly #kept = new Map<string, Kept<Answer>>()

  constructor(
    private readonly limit: number,
    private readonly lasts: Lasts = () => Infinity,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns the answer to a key, computing it if it is not cached; failures are not cached. */
  read(key: string, compute: (signal: AbortSignal) => Promise<Answer>, asker: AbortSignal): Promise<Answer> {
    const known = this.#kept.get(key)
    const kept = known !== undefined && this.now() < known.until ? known : this.#start(key, compute)
    kept.askers += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#leave(key, kept)
        reject(hungUp())
      }
      if (asker.aborted) return leave()
      asker.addEventListener('abort', leave, { once: true })
      const stay = () => asker.removeEventListener('abort', leave)
      kept.answer.then(
        (answer) => {
          stay()
          resolve(answer)
        },
        (error: unknown) => {
          stay()
          reject(error)
        },
      )
    })
  }

  #start(key: string, compute: (signal: AbortSignal) => Promise<Answer>): Kept<Answer> {
    const stop = new AbortController()
    const from = this.now()
    const kept = { answer: compute(stop.signal), stop, askers: 0, until: Infinity }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    kept.answer.then(
      () => (kept.until = this.now() + this.lasts(this.now() - from)),
      () => this.#forget(key, kept),
    )
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > this.limit && oldest !== undefined) this.#kept.delete(oldest)
    return kept
  }

  #leave(key: string, kept: Kept<Answer>): void {
    kept.askers -= 1
    if (kept.askers > 0) return
    this.#forget(key, kept)
    kept.stop.abort(hungUp())
  }

  #forget(key: string, kept: Kept<Answer>): void {
    if (this.#kept.get(key) === kept) this.#kept.delete(key)
  }
}

/** Nobody reads it: the connection is closed. */
function hungUp(): Refusal {
  return new Refusal('unavailable', 'The connection closed before the answer was computed.')
}
