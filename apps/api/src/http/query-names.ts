import { unescape } from 'node:querystring'

/** Lists the decoded names of a URL's query parameters, also of those a parser would drop. */
export function queryNames(address: string): string[] {
  const start = address.indexOf('?')
  const pairs = start < 0 ? [] : address.slice(start + 1).split('&')
  return pairs.flatMap((pair) => (pair === '' ? [] : [unescape((pair.split('=', 1)[0] ?? '').replaceAll('+', ' '))]))
}
