import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** Whether an address is a proxy whose word counts. */
export type Trusts = (address: string) => boolean

/** Blocks that go by a name. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Returns whether a text is an address, a block of them, or a name for blocks. */
export function isProxy(text: string): boolean {
  return text in NAMED || blockOf(text) !== null
}

/** Makes a test for the proxies that are trusted: addresses, blocks of them, or names for blocks. */
export function trustOf(proxies: readonly string[]): Trusts {
  const blocks = new BlockList()
  for (const text of proxies.flatMap((each) => NAMED[each] ?? [each])) {
    const block = blockOf(text)
    if (block !== null) blocks.addSubnet(block.address, block.bits, block.family)
  }
  return (address) => {
    const plain = plainAddress(address)
    return isIP(plain) !== 0 && blocks.check(plain, familyOf(plain))
  }
}

/**
 * Returns the address that a request came from: that of its connection or, if a trusted proxy made it, the last that a
 * trusted proxy saw. What was claimed before it counts for nothing.
 */
export function clientOf(connection: string, forwardedFor: string | undefined, trusts: Trusts): string {
  const claimed = (forwardedFor ?? '').split(',').map((each) => each.trim())
  let address = connection
  while (trusts(address) && claimed.length > 0) address = claimed.pop() || address
  return address
}

/**
 * Returns what an address is counted by. IPv6 addresses are reduced to their network, since one machine can use as many
 * as it likes within it.
 */
export function addressKey(address: string): string {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? network(plain) : 'unknown'
}

/** Without the prefix under which a connection by IPv4 reaches a server of both. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

function blockOf(text: string) {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (most === 0 || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null
  const length = bits === undefined ? most : Number(bits)
  return length > most ? null : ({ address, bits: length, family: familyOf(address) } as const)
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
