import { type Address, writePath } from '@cges-fleet/core/contract'

/** A route's input, once its types are checked. */
export interface Given {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** Instead of a body: values to send as one line each. */
  readonly lines?: readonly unknown[]
}

export interface WrittenRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Builds the request for a route's input: values in path, query and headers, the body as JSON or as lines of it. */
export function writeRequest(at: Address, given: Given): WrittenRequest {
  const headers = Object.entries(given.headers ?? {}).filter(([, value]) => value !== undefined)
  return {
    method: at.method.toUpperCase(),
    path: writePath(at, given),
    ...withBody(Object.fromEntries(headers.map(([name, value]) => [name, String(value)])), given),
  }
}

function withBody(headers: Readonly<Record<string, string>>, { body, lines }: Given) {
  if (lines !== undefined)
    return {
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
    }
  if (body === undefined) return { headers }
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
