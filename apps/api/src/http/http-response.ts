import type { ServerResponse } from 'node:http'

/** What this API uses of Express's response. */
export interface HttpResponse extends ServerResponse {
  status(code: number): this
  /** The trace that answering is recorded in, if it is. */
  traceparent?: string | null
}
