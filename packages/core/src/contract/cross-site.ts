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
