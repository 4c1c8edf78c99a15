import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressKey } from '@cges-fleet/stores'
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

/** Returns a request's client address, the key of its rate limits: reported by trusted proxies only. */
export function clientAddress({ ip }: Pick<HttpRequest, 'ip'>): string {
  return addressKey(ip ?? '')
}
