import fc from 'fast-check'
import { expect, it } from 'vitest'
import { holdsKey } from './gate.js'

const KEY = 'cges_0123456789ab_secret'

it.each([
  `/v1/things?key=${KEY}`,
  '/v1/things?api_key=x',
  '/v1/things?cursor=1&TOKEN=x',
  '/v1/things?Authorization=Bearer',
  '/v1/things?%6bey=x',
  '/v1/things?api%5Fk%65y=x',
  '/v1/things?key',
  '/v1/things?cursor=a?key=x',
  `/v1/things?cursor=${KEY}`,
  `/v1/things?cursor=${KEY.replace('_', '%5f')}`,
  `/v1/some-keys/${KEY}/revoke`,
  `/v1/things?cursor=%&b=${KEY}`,
])('finds the key in %s', (address) => {
  expect(holdsKey(address)).toBe(true)
})

it.each([
  '/v1/some-keys',
  '/v1/some-keys/0123456789ab/revoke',
  '/v1/some-keys?team=monkey',
  '/v1/things?cursor=',
  '/v1/things/1/exports/samples.jsonl?method=cges:confidence=lns-arith,gamma=0.99@16',
  '/v1/things?%E0%A4%A',
])('finds none in %s', (address) => {
  expect(holdsKey(address)).toBe(false)
})

it('finds a key wherever it stands in an address, each of its characters escaped or not', () => {
  const escaped = fc.tuple(
    ...Array.from(KEY, (letter) => fc.constantFrom(letter, `%${letter.codePointAt(0)?.toString(16)}`)),
  )
  const around = fc.string({ unit: 'binary-ascii' })
  fc.assert(
    fc.property(around, escaped, around, (before, key, after) => {
      // A % before the key would escape its first characters.
      expect(holdsKey(`/v1/${before.replaceAll('%', '')}${key.join('')}${after}`)).toBe(true)
    }),
  )
})
