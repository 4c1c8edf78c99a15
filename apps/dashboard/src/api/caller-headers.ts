import { DASHBOARD_HEADER, SESSION_COOKIE } from '@cges-fleet/core/contract'
import { CLIENT_CHAIN } from './client-chain'

const SESSION = new RegExp(`(?:^|;\\s*)(${SESSION_COOKIE}=[A-Za-z0-9_-]{43})(?=;|$)`)

/** What the API needs of a browser's request to know who asks: the session's cookie, no other, the name it asked for, and whence. */
export function callerHeaders(asked: Headers): Headers {
  const headers = new Headers({ [DASHBOARD_HEADER]: '1' })
  const session = SESSION.exec(asked.get('cookie') ?? '')?.[1]
  if (session !== undefined) headers.set('cookie', session)
  const host = asked.get('host')
  if (host !== null) headers.set('x-forwarded-host', host)
  const chain = asked.get(CLIENT_CHAIN)
  if (chain !== null && chain !== '') headers.set('x-forwarded-for', chain)
  return headers
}
