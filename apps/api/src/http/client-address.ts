import { isIPv4, isIPv6 } from 'node:net'
import type { HttpRequest } from './http-request.js'

/**
 * Returns a request's client address, the key of its rate limits: reported by trusted proxies only. IPv6 addresses are
 * reduced to their network, since one machine can use as many as it likes within it.
 */
export function clientAddress({ ip = '' }: Pick<HttpRequest, 'ip'>): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? network(plain) : 'unknown'
}

/** The first 64 bits in canonical form. */
function network(address: string): string {
  const [left = '', right] = (address.split('%', 1)[0] ?? '').split('::')
  const before = groups(left)
  const after = groups(right ?? '')
  const zeros = right === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array.from({ length: zeros }, () => 0), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Parses groups of four hexadecimal digits; an IPv4 suffix stands for two. */
function groups(text: string): number[] {
  return text.split(':').flatMap((group) => {
    if (group === '') return []
    return group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]
  })
}
