/** Where whoever signs in is led who did not come from a page. */
const FIRST = '/evaluations'

const LONGEST = 4_000

/** No host is looked up: it only tells whether an address would leave this one. */
const HERE = 'http://here.invalid'

/**
 * Where to lead whoever has signed in: to the page they asked for, were it any of this dashboard's own, and to nothing else,
 * whatever an address somebody sent them says.
 */
export function returnAddress(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > LONGEST) return FIRST
  const url = URL.canParse(wanted, HERE) ? new URL(wanted, HERE) : null
  // Written anew from what was understood: a browser then understands the same.
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return FIRST
  if (/^[/](?:sign-in|v1)(?:[/]|$)/.test(url.pathname)) return FIRST
  return `${url.pathname}${url.search}${url.hash}`
}

/** The address of the page that asks for a key, and then leads on to what was asked for. */
export function signInAddress(asked: string | null): string {
  const to = returnAddress(asked)
  return to === FIRST ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`
}
