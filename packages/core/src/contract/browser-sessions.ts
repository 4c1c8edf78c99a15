/**
 * Added by the dashboard to the requests of browsers whose origin it has checked; a page of another site cannot set it.
 */
export const DASHBOARD_HEADER = 'x-cges-dashboard'

/**
 * The cookie of a signed-in browser. Its prefix makes browsers restrict it to this host, all paths, and https (or this
 * very machine), so that no other site and no page of a subdomain can set it.
 */
export const SESSION_COOKIE = '__Host-cges'

/** The cookie of a browser that is at the provider of single sign-on: what it began with, encrypted. */
export const SIGN_IN_COOKIE = '__Host-cges-sign-in'

/** Extracts what a sign-in began with from a Cookie header; null if it has none. */
export function signInIn(cookies: string | null | undefined): string | null {
  for (const pair of (cookies ?? '').split(';')) {
    const [name, value] = pair.trim().split('=')
    if (name === SIGN_IN_COOKIE && value !== undefined && /^[A-Za-z0-9_-]{1,3800}$/.test(value)) return value
  }
  return null
}

/** Extracts the session's token from a Cookie header; null if it has none. */
export function sessionIn(cookies: string | null | undefined): string | null {
  for (const pair of (cookies ?? '').split(';')) {
    const [name, value] = pair.trim().split('=')
    if (name === SESSION_COOKIE && value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value)) return value
  }
  return null
}

/** A request's claims about its origin. */
export interface Origin {
  readonly method: string | undefined
  /** The headers Sec-Fetch-Site and Sec-Fetch-Mode, which browsers set and pages cannot. */
  readonly site: string | null | undefined
  readonly mode: string | null | undefined
  /** Whether a cookie alone authenticates it, which a browser sends along whatever page caused the request. */
  readonly byCookie: boolean
}

/**
 * Returns whether a page of another site may have caused a request (CSRF). Following a link is all another site may
 * cause. A request that changes something and does not state its origin must carry a key, not a cookie.
 */
export function isCrossSite({ method, site, mode, byCookie }: Origin): boolean {
  const reads = method === 'GET' || method === 'HEAD'
  if (site === null || site === undefined) return !reads && byCookie
  if (site === 'same-origin' || site === 'none') return false
  return !reads || mode !== 'navigate'
}
