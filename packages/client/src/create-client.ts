import {
  type Address,
  type Answered,
  type Asking,
  type NamedRoute,
  type Route,
  writePath,
} from '@cges-fleet/core/contract'
import type { issueText } from '@cges-fleet/core/issue-text'
import { ApiError, parseProblem } from './api-error.js'

export interface ClientOptions {
  /** The API's base URL, such as `http://127.0.0.1:8080`; left out in a page whose own site proxies requests to it. */
  readonly url?: string | undefined
  /** An API key, `cges_…`; none for a fleet without sign-in, nor in a page, which has a cookie. */
  readonly key?: string | undefined
  /** The `fetch` to use; the platform's own by default. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Words a mismatch of an answer, as core's `issueText` does; zod's own words if left out, as pages do to stay small. */
  readonly issueText?: typeof issueText | undefined
}

export interface CallOptions {
  /** Aborts the request; it then fails as unreachable, with the signal's reason as its cause. */
  readonly signal?: AbortSignal | undefined
}

/** The arguments after a route in a call: its values, optional if all of them are, and options. */
export type Arguments<Named extends Route | Address> =
  object extends Asking<NamedRoute<Named>>
    ? [asking?: Asking<NamedRoute<Named>>, options?: CallOptions]
    : [asking: Asking<NamedRoute<Named>>, options?: CallOptions]

/** The routes of one API. */
export interface Client {
  /**
   * Calls a route and returns its answer. For a route of the contract the answer is validated by its schema; for a bare
   * address, which pages use so as not to load schemas, it is not. Throws an `ApiError`.
   */
  call<const Named extends Route | Address>(
    named: Named,
    ...given: Arguments<Named>
  ): Promise<Answered<NamedRoute<Named>>>
  /**
   * Calls a route whose answer is a file or a stream, and returns the response, unread, once the API has accepted.
   * Throws an `ApiError`.
   */
  open<const Named extends Route | Address>(named: Named, ...given: Arguments<Named>): Promise<Response>
}

/** Creates a client of the API at an address. Sends nothing until it is called. */
export function createClient(options: ClientOptions = {}): Client {
  const open = async (named: Route | Address, given: Given = {}, { signal }: CallOptions = {}): Promise<Response> => {
    const { path, headers, ...request } = writeRequest(addressOf(named), given)
    const url = options.url === undefined ? path : String(new URL(path, options.url))
    const authorization = options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }
    const init = { ...request, headers: { ...authorization, ...headers }, ...(signal === undefined ? {} : { signal }) }
    const response = await (options.fetch ?? fetch)(url, init).catch((cause: unknown) => {
      throw new ApiError(`No API answers at ${options.url ?? 'this site'}.`, { kind: 'unreachable' }, cause)
    })
    if (response.ok) return response
    throw await parseProblem(response, `${request.method} ${path}`)
  }
  const call = async (named: Route | Address, given?: Given, how?: CallOptions): Promise<unknown> =>
    read(named, await open(named, given, how), options.issueText)
  return { call, open } as Client
}

async function read(named: Route | Address, response: Response, error: ClientOptions['issueText']): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new ApiError('The API broke off its answer.', { kind: 'broken off' }, cause)
  })
  if ('at' in named) return checked(named, response.status, text, error)
  return text === '' ? undefined : jsonIn(text)
}

function checked({ answers }: Route, status: number, text: string, error: ClientOptions['issueText']): unknown {
  const answer = answers[status]
  if (answer === undefined) throw misunderstood([{ path: [], message: pageIn(text) ?? `it answered ${status}` }])
  if (!('schema' in answer) || answer.schema === undefined) return undefined
  const read = answer.schema.safeParse(jsonIn(text), error === undefined ? undefined : { error })
  if (read.success) return read.data
  throw misunderstood(read.error.issues)
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw misunderstood([{ path: [], message: pageIn(text) ?? 'it is not JSON' }])
  }
}

function pageIn(text: string): string | null {
  return text.trimStart().startsWith('<') ? 'it sent a web page, expected JSON' : null
}

function misunderstood(mismatches: readonly { path: PropertyKey[]; message: string }[]): ApiError {
  const lines = mismatches
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
  const failure = { kind: 'misunderstood', mismatches } as const
  return new ApiError(`What answers is not an API of this version: ${lines.join('; ')}.`, failure)
}

function addressOf(named: Route | Address): Address {
  return 'at' in named ? named.at : named
}

/** A route's input, once its types are checked. */
interface Given {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** Instead of a body: values to send as one line each. */
  readonly lines?: readonly unknown[]
}

interface WrittenRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Builds the request for a route's input: values in path, query and headers, the body as JSON or as lines of it. */
function writeRequest(at: Address, given: Given): WrittenRequest {
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
