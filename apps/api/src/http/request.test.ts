import { expect, it } from 'vitest'
import { clientAddress } from './request.js'

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
  expect(clientAddress({ ip })).toBe(address)
})

it('is unknown where the connection is gone', () => {
  expect(clientAddress({ ip: undefined })).toBe('unknown')
})
