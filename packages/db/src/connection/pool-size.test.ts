import { expect, it } from 'vitest'
import { fitPool } from './pool-size.js'

const POOL = { wanted: 20, least: 3 }

it('takes what it wants where there is room, and half of what is left where there is not', () => {
  expect(fitPool(POOL, { most: 97, taken: 77 })).toEqual({ connections: 20, notice: null })
  const { connections, notice } = fitPool(POOL, { most: 97, taken: 83 })
  expect(connections).toBe(7)
  expect(notice).toMatch(/allows 97 connections and 83 are taken: 14 of the 20 .* holds 7 .* max_connections/)
  expect(fitPool(POOL, { most: 97, taken: 94 }).connections).toBe(3)
})

it('refuses to start with less than it needs, and says what to do', () => {
  expect(() => fitPool(POOL, { most: 97, taken: 95 })).toThrow(/2 of the 20 .* it needs 3\. Raise max_connections/)
  expect(() => fitPool(POOL, { most: 10, taken: 12 })).toThrow(/0 of the 20/)
})
