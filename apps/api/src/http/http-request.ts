import type { IncomingMessage } from 'node:http'
import type { Caller } from '../access/caller.js'

/** The part of Express's request that this API uses. */
export interface HttpRequest extends IncomingMessage {
  /** The caller, once authenticated. */
  caller?: Caller
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
