import type { Problem } from '@cges-fleet/core'
import { DASHBOARD_HEADER, SESSION_COOKIE, SIGN_IN_COOKIE, sessionIn, signInIn } from '@cges-fleet/core/contract'
import { CLIENT_CHAIN } from './client-chain'

/**
 * The headers by which the API identifies a browser's request: the session cookie and that of a sign-in under way, the
 * host name requested, and the origin.
 */
export function callerHeaders(received: Headers): Headers {
  const headers = new Headers({ [DASHBOARD_HEADER]: '1' })
  const cookies = [
    [SESSION_COOKIE, sessionIn(received.get('cookie'))],
    [SIGN_IN_COOKIE, signInIn(received.get('cookie'))],
  ].flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  const host = received.get('host')
  if (host !== null) headers.set('x-forwarded-host', host)
  const chain = received.get(CLIENT_CHAIN)
  if (chain !== null && chain !== '') headers.set('x-forwarded-for', chain)
  return headers
}

/** Explains why the API gave no answer and what to do about it, in the form the API uses for its own errors. */
export function unreachableProblem(error: unknown, address: string): Problem {
  const title = 'The API cannot be reached'
  const isSlow = error instanceof Error && error.name === 'TimeoutError'
  const detail = isSlow
    ? `${address} took too long to answer. It or its database is busy: try again in a moment.`
    : `No answer from ${address} (${causeOf(error)}). Start it with npm start, or restart the dashboard with API_URL set to its address.`
  return { type: 'about:blank', title, status: 502, detail }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error.message
}
