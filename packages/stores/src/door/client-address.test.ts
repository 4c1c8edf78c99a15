import { expect, it } from 'vitest'
import { addressKey, clientOf, isProxy, trustOf } from './client-address.js'

it.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::FFFF:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::10.0.0.1', '64:ff9b:0:0::/64'],
  ['evil', 'unknown'],
  ['', 'unknown'],
  ['1.2.3.4, 5.6.7.8', 'unknown'],
])('reads %s as %s', (ip, address) => {
  expect(addressKey(ip)).toBe(address)
})

const trusts = trustOf(['10.244.0.0/16', '192.0.2.7', '2001:db8::/32', 'loopback'])

it.each([
  ['10.244.3.4', true],
  ['::ffff:10.244.3.4', true],
  ['10.245.0.1', false],
  ['192.0.2.7', true],
  ['192.0.2.8', false],
  ['2001:db8:5::1', true],
  ['127.9.9.9', true],
  ['unknown', false],
])('trusts %s: %s', (address, trusted) => {
  expect(trusts(address)).toBe(trusted)
})

it.each([
  ['takes the connection’s own address', '198.51.100.1', undefined, '198.51.100.1'],
  ['takes no stranger’s word', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
  ['takes a proxy’s word', '10.244.0.1', '203.0.113.9', '203.0.113.9'],
  ['takes what the last proxy saw, not what was claimed before', '10.244.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['goes through several proxies', '10.244.0.1', '203.0.113.9, 192.0.2.7', '203.0.113.9'],
  ['stays with a proxy that names nobody', '10.244.0.1', '', '10.244.0.1'],
])('%s', (_, connection, forwarded, client) => {
  expect(clientOf(connection, forwarded, trusts)).toBe(client)
})

it('knows what a proxy may be written as', () => {
  expect(['10.0.0.0/8', '::1', 'uniquelocal'].map(isProxy)).toEqual([true, true, true])
  expect(['dashboard', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', ''].map(isProxy)).toEqual(Array(5).fill(false))
})
