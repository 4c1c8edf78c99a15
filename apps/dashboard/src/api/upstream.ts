import type { Problem } from '@cges-fleet/core'
import { DASHBOARD_HEADER, SESSION_COOKIE, sessionIn } from '@cges-fleet/core/contract'
import { CLIENT_CHAIN } from './client-chain'

/**
 * The headers by which the API identifies a browser's request: the session cookie and no other, the host name
 * requested, and the origin.
 */
export function callerHeaders(received: Headers): Headers {
  const headers = new Headers({ [DASHBOARD_HEADER]: '1' })
  const session = sessionIn(received.get('cookie'))
  if (session !== null) headers.set('cookie', `${SESSION_COOKIE}=${session}`)
  const host = received.get('host')
  if (host !== null) headers.set('x-forwarded-host', host)
  const chain = received.get(CLIENT_CHAIN)
  if (chain !== null && chain !== '') headers.set('x-forwarded-for', chain)
  return headers
}

/** Explains why the API gave no answer and what to do about it, in the form the API uses for its own errors. */
export function unreachableProblem(error: unknown, address: string): Problem {
  return {
    type: 'about:blank',
    title: 'The API cannot be reached',
    status: 502,
    detail: `No answer from ${address} (${causeOf(error)}). Start it with npm start, or restart the dashboard with API_URL set to its address.`,
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error.name === 'TimeoutError' ? 'it took too long' : error.message
}
