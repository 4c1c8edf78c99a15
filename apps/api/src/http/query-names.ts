import { unescape } from 'node:querystring'

/** Lists the names of an address's query parameters as they are meant, also of those that a parser would leave out. */
export function queryNames(address: string): string[] {
  const start = address.indexOf('?')
  const pairs = start < 0 ? [] : address.slice(start + 1).split('&')
  return pairs.flatMap((pair) => (pair === '' ? [] : [unescape((pair.split('=', 1)[0] ?? '').replaceAll('+', ' '))]))
}
