import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Arguments, createClient } from '@cges-fleet/client'
import { type EvaluationView, hasEnded } from '@cges-fleet/core'
import { type Answered, type Asking, type NamedRoute, ReadEvaluation, type Route } from '@cges-fleet/core/contract'
import { apiRefusal } from './api-refusal.js'
import { persistently } from './persistently.js'
import { UsageError } from './usage-error.js'

/** How often a followed evaluation is read. */
const FOLLOW_MS = 500

/** How long an API that answered before is waited for where it goes away. */
const PATIENCE_MS = 300_000

interface Connection {
  /** Where the API listens; asked for before each request, as a fleet started again listens elsewhere. */
  readonly url: () => string
  readonly key?: string | undefined
  readonly patienceMs?: number | undefined
  /** Where a key may be found, said to those who are asked for one. */
  readonly keyHint?: () => string | null
}

/**
 * The API as the command line uses it; every refusal becomes a `UsageError` with the API's own words. Where an API that
 * has answered goes away, what may be sent twice is sent again until it is back.
 */
export class ApiClient {
  #hasAnswered = false
  /** Hears that the API is away, and that it is back. */
  tell: (text: string) => void = (text) => console.error(text)

  constructor(private readonly connection: Connection) {}

  /** Asks a route; again while the API is away, where that only reads or has an idempotency key. */
  async call<const R extends Route>(route: R, ...[asking]: Arguments<R>): Promise<Answered<NamedRoute<R>>> {
    const mayRepeat = route.at.method === 'get' || hasIdempotencyKey(asking)
    return this.#call(route, asking, mayRepeat)
  }

  /** Asks a route that changes nothing more when asked twice; again while the API is away. */
  async repeat<const R extends Route>(route: R, ...[asking]: Arguments<R>): Promise<Answered<NamedRoute<R>>> {
    return this.#call(route, asking, true)
  }

  /** Asks a route whose answer is a file, to be read as it streams in. */
  async open<const R extends Route>(route: R, ...given: Arguments<R>): Promise<Response> {
    return this.#translated(() => this.#client().open(route, ...given))
  }

  /** Yields an evaluation as it moves on, the last time when it has ended. */
  async *follow(id: string): AsyncGenerator<EvaluationView> {
    for (;;) {
      const view = await this.call(ReadEvaluation, { path: { id } })
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
