import { expect, test } from 'vitest'
import { isFiltered, layoutOf, listAsking, queryIn, searchOf, shownColumns } from './evaluations'

test('what the API would refuse or does not know is left out of an address, one by one', () => {
  const search = { status: 'running,asleep', sort: 'accuracy', q: 'a b', x: '1', tag: ['a', 'b'], from: 'then', to: '' }
  expect(queryIn(search)).toEqual({ sort: 'accuracy', q: 'a b' })
  expect(queryIn({ sort: 'newest', status: 'running,paused' })).toEqual({ status: 'running,paused' })
})

test('the reader’s own order is taken where an address names none, and can be left', () => {
  expect(queryIn({ q: 'a' }, { order: 'calls' })).toEqual({ q: 'a', sort: 'calls' })
  expect(queryIn({ sort: 'upwards' }, { order: 'calls' })).toEqual({ sort: 'calls' })
  expect(queryIn({ sort: 'name' }, { order: 'calls' })).toEqual({ sort: 'name' })
  expect(queryIn({ sort: 'newest' }, { order: 'calls' })).toEqual({ sort: 'newest' })
})

test('columns are left out by name, the reader’s own where an address names none', () => {
  expect(queryIn({ hide: 'tokens,name,x,benchmark' })).toEqual({ hide: 'benchmark,tokens' })
  expect(queryIn({ hide: 'name' })).toEqual({ hide: 'none' })
  expect(queryIn({ hide: 'samples,tokens,calls,left,trials' })).toEqual({})
  expect(queryIn({}, { hide: 'tokens' })).toEqual({ hide: 'tokens' })
  expect(queryIn({ hide: 'none' }, { hide: 'tokens' })).toEqual({ hide: 'none' })
  expect(queryIn({}, { hide: 'none' })).toEqual({ hide: 'none' })
})

test('columns are no matter of the API', () => {
  expect(listAsking({ sort: 'name', hide: 'tokens' })).toEqual({ sort: 'name' })
  expect(layoutOf({ q: 'a', sort: 'name', hide: 'tokens', cursor: 'c' })).toEqual({ sort: 'name', hide: 'tokens' })
})

test('an address that changes begins at the first page, and says no more than it must', () => {
  expect(searchOf({ q: 'a&b', cursor: 'c' })).toBe('?q=a%26b')
  expect(searchOf({ q: 'a', sort: 'name' }, { q: '', cursor: 'c' })).toBe('?sort=name&cursor=c')
  expect(searchOf({ sort: 'name', status: 'failed' })).toBe(searchOf({ status: 'failed', sort: 'name' }))
  expect(searchOf({})).toBe('')
})

test('an order or a page leaves nothing out', () => {
  expect(isFiltered({ sort: 'name', cursor: 'c', hide: 'tokens' })).toBe(false)
  expect(isFiltered({ attention: '1' })).toBe(true)
})

const names = (of: Parameters<typeof shownColumns>[0]) => shownColumns(of, true).map(({ name }) => name)

test('a column left out by default is shown where the list is sorted by it, unless the reader hides it', () => {
  expect(names({})).not.toContain('calls')
  expect(names({ sort: 'calls' })).toContain('calls')
  expect(names({ sort: 'calls', hide: 'calls' })).not.toContain('calls')
})
