/** What a request says of where it comes from. */
export interface Origin {
  readonly method: string | undefined
  /** The headers Sec-Fetch-Site and Sec-Fetch-Mode, which browsers write and pages cannot. */
  readonly site: string | null | undefined
  readonly mode: string | null | undefined
  /** Whether a cookie alone says who asks, which a browser sends along whatever page made it ask. */
  readonly byCookie: boolean
}

/**
 * Tells whether a page of another site may have caused a request. Following a link is the one thing another site may
 * cause. Who changes something without saying whence must show a key, not a cookie.
 */
export function isCrossSite({ method, site, mode, byCookie }: Origin): boolean {
  const reads = method === 'GET' || method === 'HEAD'
  if (site === null || site === undefined) return !reads && byCookie
  if (site === 'same-origin' || site === 'none') return false
  return !reads || mode !== 'navigate'
}
