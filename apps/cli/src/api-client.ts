import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Arguments, createClient } from '@cges-fleet/client'
import { type EvaluationView, hasEnded } from '@cges-fleet/core'
import { type Answered, type Asking, type NamedRoute, GetEvaluation, type Route } from '@cges-fleet/core/contract'
import { apiRefusal } from './api-refusal.js'
import { persistently } from './persistently.js'
import { UsageError } from './usage-error.js'

/** How often a followed evaluation is polled. */
const FOLLOW_MS = 500

/** How long to wait for an API that answered before and is now unavailable. */
const PATIENCE_MS = 300_000

interface Connection {
  /** The API's URL; evaluated before each request, as a restarted fleet may listen elsewhere. */
  readonly url: () => string
  readonly key?: string | undefined
  readonly patienceMs?: number | undefined
  /** Where to find a key, for the message to those who need one. */
  readonly keyHint?: () => string | null
}

/**
 * The API as the command line uses it; every refusal becomes a `UsageError` in the API's own words. If an API that has
 * answered becomes unavailable, idempotent requests are retried until it is back.
 */
export class ApiClient {
  #hasAnswered = false
  /** Reports that the API is unavailable, and that it is back. */
  tell: (text: string) => void = (text) => console.error(text)

  constructor(private readonly connection: Connection) {}

  /** Calls a route; retries while the API is unavailable, if that only reads or has an idempotency key. */
  async call<const R extends Route>(route: R, ...[asking]: Arguments<R>): Promise<Answered<NamedRoute<R>>> {
    const mayRepeat = route.at.method === 'get' || hasIdempotencyKey(asking)
    return this.#call(route, asking, mayRepeat)
  }

  /** Calls an idempotent route; retries while the API is unavailable. */
  async repeat<const R extends Route>(route: R, ...[asking]: Arguments<R>): Promise<Answered<NamedRoute<R>>> {
    return this.#call(route, asking, true)
  }

  /** Calls a route whose answer is a file, to be read as a stream. */
  async open<const R extends Route>(route: R, ...given: Arguments<R>): Promise<Response> {
    return this.#translated(() => this.#client().open(route, ...given))
  }

  /** Yields an evaluation whenever it changes, the last time when it has ended. */
  async *follow(id: string): AsyncGenerator<EvaluationView> {
    for (;;) {
      const view = await this.call(GetEvaluation, { path: { id } })
      yield view
      if (hasEnded(view.status)) return
      await sleep(FOLLOW_MS)
    }
  }

  async #call<R extends Route>(
    route: R,
    asking: Asking<NamedRoute<R>> | undefined,
    mayRepeat: boolean,
  ): Promise<Answered<NamedRoute<R>>> {
    const ask = () => this.#translated(() => this.#client().call(route, ...([asking] as Arguments<R>)))
    if (!this.#hasAnswered || !mayRepeat) return ask()
    return persistently(ask, { patienceMs: this.connection.patienceMs ?? PATIENCE_MS, tell: (text) => this.tell(text) })
  }

  #client() {
    const url = this.connection.url()
    if (!/^https?:[/][/]/iu.test(url) || !URL.canParse(url)) {
      throw new UsageError(`"${url}" is not the address of an API: write it as http://127.0.0.1:8080`)
    }
    return createClient({ url, key: this.connection.key })
  }

  async #translated<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await ask()
      this.#hasAnswered = true
      return answer
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      throw apiRefusal(error, { url: this.connection.url(), keyHint: this.connection.keyHint?.() ?? null })
    }
  }
}

function hasIdempotencyKey(asking: unknown): boolean {
  if (typeof asking !== 'object' || asking === null || !('headers' in asking)) return false
  const { headers } = asking
  const isKeyed = typeof headers === 'object' && headers !== null && 'Idempotency-Key' in headers
  return isKeyed && headers['Idempotency-Key'] !== undefined
}
