import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { Caller } from '../access/caller.js'
import type { ShareReader } from '../access/share-reader.js'

/** The part of Express's request that this API uses. */
export interface HttpRequest extends IncomingMessage {
  /** The caller, once authenticated. */
  caller?: Caller
  /** The reader of a share link, where a route is for such. */
  reader?: ShareReader
  /** Identifies the request in responses and in the log. */
  requestId?: string
  /** The parsed JSON body. */
  readonly body?: unknown
  readonly originalUrl: string
  /** The client's address, as reported by trusted proxies only. */
  readonly ip: string | undefined
  readonly query: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, string>>
}

/** The part of Express's response that this API uses. */
export interface HttpResponse extends ServerResponse {
  status(code: number): this
  /** The trace that answering is recorded in, if it is. */
  traceparent?: string | null
}

/** A request after Express has matched its route. */
export type Routed = HttpRequest & { readonly route?: { readonly path: unknown } }

/** Returns a request's route by its pattern, never by its URL, of which there are endlessly many. */
export function routeOf({ route }: Routed): string {
  return typeof route?.path === 'string' ? route.path : 'none'
}

/** A signal that aborts when the client closes its connection before it has its answer. */
export type HungUp = AbortSignal

/** Injects a signal that stops work nobody waits for any more. */
export const HungUp = createParamDecorator((_: unknown, context: ExecutionContext): HungUp => {
  const response = context.switchToHttp().getResponse<HttpResponse>()
  const closed = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) closed.abort()
  })
  if (response.destroyed) closed.abort()
  return closed.signal
})

/**
 * Returns a request's client address, the key of its rate limits: reported by trusted proxies only. IPv6 addresses are
 * reduced to their network, since one machine can use as many as it likes within it.
 */
export function clientAddress({ ip = '' }: Pick<HttpRequest, 'ip'>): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? network(plain) : 'unknown'
}

/** The first 64 bits in canonical form. */
function network(address: string): string {
  const [left = '', right] = (address.split('%', 1)[0] ?? '').split('::')
  const before = groups(left)
  const after = groups(right ?? '')
  const zeros = right === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array.from({ length: zeros }, () => 0), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Parses groups of four hexadecimal digits; an IPv4 suffix stands for two. */
function groups(text: string): number[] {
  return text.split(':').flatMap((group) => {
    if (group === '') return []
    return group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]
  })
}
