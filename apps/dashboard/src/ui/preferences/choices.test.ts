import { expect, it } from 'vitest'
import { zoneIn } from './choices'

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Etc/GMT+1', 'Etc/GMT+1'],
  ['UTC', 'UTC'],
  [undefined, 'UTC'],
  ['', 'UTC'],
  ['Middle/Earth', 'UTC'],
  ['"><script>', 'UTC'],
  ['A'.repeat(9000), 'UTC'],
])('of the cookie %j takes the zone %s', (cookie, zone) => {
  expect(zoneIn(cookie)).toBe(zone)
})
