import { isIPv4, isIPv6 } from 'node:net'
import type { HttpRequest } from './http-request.js'

/**
 * Tells where a request comes from, for counting what is tried from there: proxies that are trusted say it, and nobody
 * else. Of IPv6 it is the network, since one machine has as many addresses there as it likes.
 */
export function clientAddress({ ip = '' }: Pick<HttpRequest, 'ip'>): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? network(plain) : 'unknown'
}

/** The first 64 bits, written in one way. */
function network(address: string): string {
  const [left = '', right] = (address.split('%', 1)[0] ?? '').split('::')
  const [before, after] = [groups(left), groups(right ?? '')]
  const zeros = right === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array.from({ length: zeros }, () => 0), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** A group of four hexadecimal digits each; an IPv4 address at the end stands for two. */
function groups(text: string): number[] {
  return text.split(':').flatMap((group) => {
    if (group === '') return []
    return group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]
  })
}
