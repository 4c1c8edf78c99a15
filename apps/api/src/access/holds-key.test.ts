import fc from 'fast-check'
import { expect, it } from 'vitest'
import { holdsKey } from './holds-key.js'

const KEY = 'cges_0123456789ab_secret'

it.each([
  `/v1/evaluations?key=${KEY}`,
  '/v1/evaluations?api_key=x',
  '/v1/evaluations?cursor=1&TOKEN=x',
  '/v1/evaluations?Authorization=Bearer',
  '/v1/evaluations?%6bey=x',
  '/v1/evaluations?api%5Fk%65y=x',
  '/v1/evaluations?key',
  '/v1/evaluations?cursor=a?key=x',
  `/v1/evaluations?cursor=${KEY}`,
  `/v1/evaluations?cursor=${KEY.replace('_', '%5f')}`,
  `/v1/keys/${KEY}/revoke`,
  `/v1/evaluations?cursor=%&b=${KEY}`,
])('finds the key in %s', (address) => {
  expect(holdsKey(address)).toBe(true)
})

it.each([
  '/v1/keys',
  '/v1/keys/0123456789ab/revoke',
  '/v1/keys?team=monkey',
  '/v1/evaluations?cursor=',
  '/v1/evaluations/1/exports/samples.jsonl?method=cges:confidence=lns-arith,gamma=0.99@16',
  '/v1/evaluations?%E0%A4%A',
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
      // A % before the key would make its first characters another one.
      expect(holdsKey(`/v1/${before.replaceAll('%', '')}${key.join('')}${after}`)).toBe(true)
    }),
  )
})
