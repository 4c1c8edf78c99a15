import type { Problem } from '@cges-fleet/core'
import { ImportBenchmark, isCrossSite } from '@cges-fleet/core/contract'
import { parseApiUrl } from './env'
import { callerHeaders, unreachableProblem } from './upstream'

const FORWARDED = ['accept', 'authorization', 'content-type', 'last-event-id', 'idempotency-key', 'if-none-match']
const ANSWERED = ['content-type', 'cache-control', 'etag', 'location', 'retry-after', 'content-disposition']

const LARGEST = 1024 * 1024
/** Lines are streamed on to the API, which bounds them. */
const LINES = 'application/x-ndjson'
const LARGEST_IN_LINES = ImportBenchmark.lines.bytes

/** Hands a browser's request on to the API and streams the answer back, so that the page and its data share one origin. */
export async function forward(request: Request, segments: readonly string[]): Promise<Response> {
  if (segments.some((segment) => segment === '.' || segment === '..')) return refusal('Not a path of the API', 404)
  if (fromElsewhere(request)) return refusal('Requests must come from this site', 403)
  if (tooLarge(request.headers)) return refusal('This request is too large for the dashboard. Use the API.', 413)
  const { search } = new URL(request.url)
  const url = new URL(`/v1/${segments.map(encodeURIComponent).join('/')}${search}`, parseApiUrl())
  try {
    const upstream = await reached(url, await forwardedRequest(request))
    const body = isStream(upstream.headers) && upstream.body !== null ? untilCut(upstream.body) : upstream.body
    return new Response(body, { status: upstream.status, headers: answered(upstream.headers) })
  } catch (error) {
    return problemResponse(unreachableProblem(error, url.origin))
  }
}

/** Asks once more, where asking changes nothing and the connection failed: the API may have just closed an idle one. */
async function reached(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.method !== 'GET' || init.signal?.aborted === true) throw error
    return fetch(url, init)
  }
}

async function forwardedRequest(request: Request): Promise<RequestInit & { duplex?: 'half' }> {
  const { method, signal } = request
  const init: RequestInit = {
    method,
    signal,
    headers: picked(request.headers, FORWARDED, callerHeaders(request.headers)),
    cache: 'no-store',
    redirect: 'manual',
  }
  if (method === 'GET' || method === 'HEAD') return init
  if (!inLines(request.headers)) return { ...init, body: await request.arrayBuffer() }
  const headers = new Headers(init.headers)
  headers.set('content-length', request.headers.get('content-length') ?? '0')
  return { ...init, headers, body: request.body, duplex: 'half' }
}

/** A page's requests state their length and are small, but for lines; nothing larger is buffered here. */
function tooLarge(headers: Headers): boolean {
  const most = inLines(headers) ? LARGEST_IN_LINES : LARGEST
  return headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > most
}

function inLines(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith(LINES) ?? false
}

function answered(upstream: Headers): Headers {
  const headers = picked(upstream, ANSWERED)
  for (const cookie of upstream.getSetCookie()) headers.append('set-cookie', cookie)
  if (!isStream(headers)) return headers
  headers.set('cache-control', 'no-cache, no-transform')
  headers.set('x-accel-buffering', 'no')
  return headers
}

function isStream(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

/** Ends an event stream cleanly when the API goes away: the browser reopens it, and no log fills with stack traces. */
function untilCut(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await reader.read().catch(() => null)
      if (chunk === null || chunk.done) controller.close()
      else controller.enqueue(chunk.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

function picked(from: Headers, names: readonly string[], headers = new Headers()): Headers {
  for (const name of names) {
    const value = from.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

function fromElsewhere({ headers, method }: Request): boolean {
  const byCookie = headers.has('cookie') && !headers.has('authorization')
  return isCrossSite({ method, site: headers.get('sec-fetch-site'), mode: headers.get('sec-fetch-mode'), byCookie })
}

function refusal(detail: string, status: number): Response {
  return problemResponse({ type: 'about:blank', title: 'Refused', status, detail })
}

function problemResponse(problem: Problem): Response {
  return Response.json(problem, {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  })
}
