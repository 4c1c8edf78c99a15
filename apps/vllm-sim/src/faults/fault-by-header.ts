import type { IncomingMessage } from 'node:http'
import type { Fault } from './fault.js'

/** Lets a client ask for an error, as llm-d's simulator does: `X-Return-Error: 503` is answered 503. */
export function faultByHeader(request: IncomingMessage): Fault | null {
  const status = Number(request.headers['x-return-error'])
  return Number.isInteger(status) && status >= 400 && status <= 599 ? { kind: 'status', status } : null
}
