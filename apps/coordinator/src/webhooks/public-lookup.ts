import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix)
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6')

/** Returns whether an address is a loopback, private or otherwise non-public one. */
export function isPrivate(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Resolves a host's addresses as the system does, and refuses a host with a private one: the owner of a name decides
 * where it points.
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  systemLookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    const hidden = found?.find(({ address }) => isPrivate(address))
    if (error !== null || first === undefined) return done(error ?? new Error(`${host} has no address`), [])
    if (hidden !== undefined)
      return done(new Error(`${host} leads to ${hidden.address}, a private address, which is not allowed for it`), [])
    return options.all === true ? done(null, found) : done(null, first.address, first.family)
  })
}
