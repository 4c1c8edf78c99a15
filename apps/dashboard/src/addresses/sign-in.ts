/** The page after sign-in, if the reader did not come from a page. */
const FIRST = '/evaluations'

const LONGEST = 4_000

/** No host is looked up: it only serves to detect addresses that lead elsewhere. */
const HERE = 'http://here.invalid'

/**
 * The page after sign-in: the one requested, if it is one of this dashboard's, and nothing else, whatever a link that
 * somebody sent them says.
 */
export function returnAddress(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > LONGEST) return FIRST
  const url = URL.canParse(wanted, HERE) ? new URL(wanted, HERE) : null
  // Rebuilt from the parsed URL, so that a browser understands it the same way.
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return FIRST
  if (/^[/](?:sign-in|v1)(?:[/]|$)/.test(url.pathname)) return FIRST
  return `${url.pathname}${url.search}${url.hash}`
}

/** The address of the page that asks for a key, and then leads on to the page requested. */
export function signInAddress(wanted: string | null): string {
  const to = returnAddress(wanted)
  return to === FIRST ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`
}

/** The header that tells a page the address it was requested by; a caller's value for it is overwritten. */
export const ASKED_HEADER = 'x-cges-asked'
