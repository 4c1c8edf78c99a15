import type { IncomingMessage } from 'node:http'

const KEPT = 1000

/** One request as the server saw it. */
interface LoggedRequest {
  readonly number: number
  readonly path: string
  readonly requestId: string
  readonly seed: number | null
  /** W3C's trace context, if the client sent one. */
  readonly traceparent: string | null
  readonly choices: number
  readonly priority: number
  /** The fault applied; null for none. */
  readonly fault: string | null
  /** `running` until it ended; then its finish reason, or `gone` if the reader disconnected. */
  state: string
}

/** The latest requests, for tests against a simulator. */
export class RequestLog {
  readonly #requests: LoggedRequest[] = []
  #count = 0

  get latest(): readonly LoggedRequest[] {
    return this.#requests
  }

  /** Preflights are not logged: they belong to no evaluation, and how many there are depends on the workers. */
  add(request: Omit<LoggedRequest, 'number' | 'state'>): LoggedRequest {
    if (isPreflight(request.requestId)) return { number: 0, ...request, state: 'running' }
    this.#count += 1
    const logged = { number: this.#count, ...request, state: 'running' }
    this.#requests.push(logged)
    if (this.#requests.length > KEPT) this.#requests.shift()
    return logged
  }
}

/** Parses the trace a request belongs to, if its client sent one. */
export function traceIn({ headers }: IncomingMessage): string | null {
  return typeof headers['traceparent'] === 'string' ? headers['traceparent'] : null
}

/** Returns whether a request is one of those by which a worker finds out what a server can do, by its id. */
export function isPreflight(requestId: string): boolean {
  return requestId.startsWith('preflight/')
}
