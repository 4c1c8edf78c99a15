/**
 * Added by the dashboard to the requests of browsers whose origin it has checked; a page of another site cannot set it.
 */
export const DASHBOARD_HEADER = 'x-cges-dashboard'

/**
 * The cookie of a signed-in browser. Its prefix makes browsers restrict it to this host, all paths, and https (or this
 * very machine), so that no other site and no page of a subdomain can set it.
 */
export const SESSION_COOKIE = '__Host-cges'

/** Extracts the session's token from a Cookie header; null if it has none. */
export function sessionIn(cookies: string | null | undefined): string | null {
  for (const pair of (cookies ?? '').split(';')) {
    const [name, value] = pair.trim().split('=')
    if (name === SESSION_COOKIE && value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value)) return value
  }
  return null
}
