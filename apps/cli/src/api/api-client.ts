import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Arguments, createClient } from '@cges-fleet/client'
import { type EvaluationView, hasEnded, issueText } from '@cges-fleet/core'
import { type Answered, type Asking, GetEvaluation, type NamedRoute, type Route } from '@cges-fleet/core/contract'
import { UsageError } from '../errors.js'
import { duration } from '../shell/format.js'

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
    const response = await this.#translated(() => this.#client().open(route, ...given))
    if (response.headers.has('content-disposition')) return response
    await response.body?.cancel()
    throw new UsageError(`${notApi(this.connection.url())}:\n  it sent a web page, expected a file\n${CHECK_ADDRESS}`)
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
    return retryWhileAway(ask, {
      patienceMs: this.connection.patienceMs ?? PATIENCE_MS,
      tell: (text) => this.tell(text),
    })
  }

  #client() {
    const url = this.connection.url()
    if (!/^https?:[/][/]/iu.test(url) || !URL.canParse(url)) {
      throw new UsageError(`"${url}" is not the address of an API: write it as http://127.0.0.1:8080`)
    }
    return createClient({ url, key: this.connection.key, issueText })
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

/** How many mismatches of an unexpected answer are shown. */
const MOST_DETAILS = 5

interface Endpoint {
  readonly url: string
  readonly keyHint: string | null
}

function notApi(url: string): string {
  return `What answers at ${url} is not an API of this version of cges-fleet`
}

const CHECK_ADDRESS =
  'Check the address (--api or CGES_API). If it is right, use the version of cges that the fleet has.'

/** Converts why the API refused a request; an AwayError if a retry may succeed. */
function apiRefusal(error: ApiError, { url, keyHint }: Endpoint): UsageError {
  const { failure, message, cause } = error
  switch (failure.kind) {
    case 'unreachable':
      return new AwayError(
        `No API answers at ${url}: start a fleet with \`npm start\` or \`cges up\`, or name another with --api or CGES_API`,
        { cause },
      )
    case 'broken off':
      return new AwayError(message, { cause })
    case 'misunderstood': {
      const lines = failure.mismatches
        .slice(0, MOST_DETAILS)
        .map(({ path, message }) => `  ${[...path.map(String), ''].join('.').replace(/\.$/u, ': ')}${message}`)
      return new UsageError([`${notApi(url)}:`, ...lines, CHECK_ADDRESS].join('\n'))
    }
    case 'refused': {
      const { status } = failure.problem
      if (status === 401 && keyHint !== null) return new UsageError(`${message}\n${keyHint}`)
      if (status === 404) return new UnknownError(message)
      const [wrong] = failure.problem.errors ?? []
      if (status === 400 && wrong !== undefined) return new FieldError(message, wrong.field)
      if (status !== 429 && status < 500) return new UsageError(message)
      return new AwayError(message, { retryAfterMs: failure.retryAfterMs, broken: status === 500 })
    }
  }
}

interface Persistence {
  /** How long to wait for an unavailable API. */
  readonly patienceMs: number
  /** Reports that it is unavailable, and that it is back. */
  readonly tell: (text: string) => void
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
/** How often to retry an API that answers with server errors. */
const BROKEN_ATTEMPTS = 6

/** Retries while the API is unavailable, after growing pauses or the one it names, and gives up after `patienceMs`. */
export async function retryWhileAway<T>(ask: () => Promise<T>, { patienceMs, tell }: Persistence): Promise<T> {
  let awaySince: number | null = null
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await ask()
      if (awaySince !== null) tell(`The API answers again, after ${duration((performance.now() - awaySince) / 1000)}.`)
      return answer
    } catch (error) {
      if (!(error instanceof AwayError)) throw error
      awaySince ??= performance.now()
      const left = patienceMs - (performance.now() - awaySince)
      if (left <= 0 || (error.broken && attempt >= BROKEN_ATTEMPTS)) throw error
      if (attempt === 1) tell(`${error.message}\nTrying again for up to ${duration(patienceMs / 1000)} …`)
      const growing = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
      await sleep(Math.min(error.retryAfterMs ?? growing, LONGEST_WAIT_MS, left))
    }
  }
}

/** The API did not answer, or is temporarily unavailable: an idempotent request is worth retrying. */
export class AwayError extends UsageError {
  /** When the API says to retry. */
  readonly retryAfterMs: number | null
  /** Whether it answered, but with a server error that may not be temporary. */
  readonly broken: boolean

  constructor(message: string, why: { cause?: unknown; retryAfterMs?: number | null; broken?: boolean } = {}) {
    super(message, { cause: why.cause })
    this.retryAfterMs = why.retryAfterMs ?? null
    this.broken = why.broken ?? false
  }
}

/** The API refused a field of what was sent. */
export class FieldError extends UsageError {
  constructor(
    message: string,
    /** Its path, joined by dots. */
    readonly field: string,
  ) {
    super(message)
  }
}

/** The API has nothing of the name or id that was given. */
export class UnknownError extends UsageError {}
