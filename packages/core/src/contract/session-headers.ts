/** What the dashboard adds to the requests of browsers it has looked at; a page of another site cannot. */
export const DASHBOARD_HEADER = 'x-cges-dashboard'

/**
 * The cookie of a signed-in browser. Its prefix makes browsers hold it to this host, to all paths, and to https (or this
 * very machine), so that no other site and no page of a subdomain can set it.
 */
export const SESSION_COOKIE = '__Host-cges'

/** Reads the session's token out of a Cookie header; null where it has none. */
export function sessionIn(cookies: string | null | undefined): string | null {
  for (const pair of (cookies ?? '').split(';')) {
    const [name, value] = pair.trim().split('=')
    if (name === SESSION_COOKIE && value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value)) return value
  }
  return null
}
