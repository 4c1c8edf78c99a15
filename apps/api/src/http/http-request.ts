import type { IncomingMessage } from 'node:http'
import type { Caller } from '../access/caller.js'

/** What this API uses of Express's request. */
export interface HttpRequest extends IncomingMessage {
  /** Who asks, once recognised. */
  caller?: Caller
  /** Names the request in answers and in the log. */
  requestId?: string
  /** What a body of JSON was read as. */
  readonly body?: unknown
  readonly originalUrl: string
  /** The client's address, as told by proxies that are trusted and by no other. */
  readonly ip: string | undefined
  readonly query: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, string>>
}
