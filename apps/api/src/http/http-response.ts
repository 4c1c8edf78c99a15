import type { ServerResponse } from 'node:http'

/** The part of Express's response that this API uses. */
export interface HttpResponse extends ServerResponse {
  status(code: number): this
  /** The trace that answering is recorded in, if it is. */
  traceparent?: string | null
}
