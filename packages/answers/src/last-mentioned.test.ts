import { expect, it } from 'vitest'
import { lastOf } from './last-mentioned.js'

it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 100])('keeps the last three of %i', (count) => {
  const items = Array.from({ length: count }, (_, at) => at)
  expect(lastOf(items, 3)).toEqual(items.slice(-3))
})
