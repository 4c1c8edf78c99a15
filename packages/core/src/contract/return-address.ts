/** The page after sign-in, if the reader did not come from a page. */
export const FIRST_PAGE = '/evaluations'

const LONGEST = 4_000

/** Browsers and Node have it; the types of neither are known to this package. */
declare const URL: {
  new (text: string, base: string): Readonly<Record<'origin' | 'pathname' | 'search' | 'hash', string>>
  canParse(text: string, base: string): boolean
}

/** No host is looked up: it only serves to detect addresses that lead elsewhere. */
const HERE = 'http://here.invalid'

/**
 * The page after sign-in: the one requested, if it is one of this dashboard's, and nothing else, whatever a link that
 * somebody sent them says.
 */
export function returnAddress(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.length > LONGEST) return FIRST_PAGE
  const url = URL.canParse(wanted, HERE) ? new URL(wanted, HERE) : null
  // Rebuilt from the parsed URL, so that a browser understands it the same way.
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return FIRST_PAGE
  if (/^[/](?:sign-in|v1)(?:[/]|$)/.test(url.pathname)) return FIRST_PAGE
  return `${url.pathname}${url.search}${url.hash}`
}
