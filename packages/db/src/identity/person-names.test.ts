import { expect, it } from 'vitest'
import { namesFor } from './person-names.js'

it('calls people as their provider does, with the address as a second choice', () => {
  expect(namesFor('Ada Lovelace', 'ada@example.org')).toEqual(['Ada Lovelace', 'Ada Lovelace (ada@example.org)'])
  expect(namesFor(null, 'ada@example.org')).toEqual(['ada', 'ada (ada@example.org)'])
  expect(namesFor('', null)).toEqual([])
})

it.each(['machine', 'local', 'nobody', 'others', 'retention', 'abcdef012345'])(
  'lets nobody be called %s, as the log calls somebody else',
  (name) => {
    expect(namesFor(name, 'x@example.org')).toEqual([`${name} (x@example.org)`])
    expect(namesFor(name, null)).toEqual([])
  },
)

it('keeps names on one line, in one spelling and short', () => {
  expect(namesFor('  Ada\n\u202eLove\u200blace\t ', null)).toEqual(['Ada Love lace'])
  expect(namesFor('Ａda', null)).toEqual(['Ada'])
  expect(namesFor('a'.repeat(500), null)[0]).toHaveLength(80)
  expect(namesFor('a'.repeat(500), `${'b'.repeat(500)}@x`).every((name) => name.length <= 120)).toBe(true)
})
