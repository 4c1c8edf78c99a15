import { DASHBOARD_HEADER, SESSION_COOKIE, sessionIn } from '@cges-fleet/core/contract'
import { CLIENT_CHAIN } from './client-chain'

/**
 * The headers by which the API identifies a browser's request: the session cookie and no other, the host name
 * requested, and the origin.
 */
export function callerHeaders(asked: Headers): Headers {
  const headers = new Headers({ [DASHBOARD_HEADER]: '1' })
  const session = sessionIn(asked.get('cookie'))
  if (session !== null) headers.set('cookie', `${SESSION_COOKIE}=${session}`)
  const host = asked.get('host')
  if (host !== null) headers.set('x-forwarded-host', host)
  const chain = asked.get(CLIENT_CHAIN)
  if (chain !== null && chain !== '') headers.set('x-forwarded-for', chain)
  return headers
}
