import { expect, it } from 'vitest'
import { counted, countedOf, inNumber } from './counted.js'

it('counts in English', () => {
  expect([0, 1, 2, 1200].map((count) => counted(count, 'trial'))).toEqual([
    '0 trials',
    '1 trial',
    '2 trials',
    '1,200 trials',
  ])
  expect(counted(2, 'recorded query', 'recorded queries')).toBe('2 recorded queries')
  expect([countedOf(1, 60, 'trial'), countedOf(0, 1, 'trial')]).toEqual(['1 of 60 trials', '0 of 1 trial'])
  expect([1, 2].map((count) => inNumber(count, 'is', 'are'))).toEqual(['is', 'are'])
})
