import fc from 'fast-check'
import { expect, it } from 'vitest'
import { permutedIndex, permutedPlace } from './permuted-index.js'

const seeds = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

function shuffle(size: number, seed: number): number[] {
  return Array.from({ length: size }, (_, position) => permutedIndex(position, size, seed))
}

it('is a bijection for every size and seed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 700 }), seeds, (size, seed) => {
      expect(shuffle(size, seed).toSorted((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, place) => place))
    }),
  )
})

it('is undone by its inverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 32 }), fc.nat(), seeds, (size, any, seed) => {
      expect(permutedPlace(permutedIndex(any % size, size, seed), size, seed)).toBe(any % size)
    }),
  )
})

it('gives different orders for different seeds, the high bits included', () => {
  fc.assert(
    fc.property(seeds, seeds, (one, other) => {
      fc.pre(one !== other)
      expect(shuffle(200, one)).not.toEqual(shuffle(200, other))
    }),
  )
  expect(shuffle(200, 1)).not.toEqual(shuffle(200, 1 + 2 ** 40))
})

it('spreads every position over the whole range', () => {
  const size = 100
  for (const position of [0, 1, 50, 99]) {
    const places = Array.from({ length: 5000 }, (_, seed) => permutedIndex(position, size, seed))
    const counts = Array.from({ length: size }, (_, place) => places.filter((each) => each === place).length)
    const chiSquare = counts.reduce((sum, count) => sum + (count - 50) ** 2 / 50, 0)
    expect(chiSquare).toBeLessThan(170)
  }
})

it('costs the same at four billion', () => {
  const size = 2 ** 32
  const places = [0, 1, 2, size - 1].map((position) => permutedIndex(position, size, 5))
  expect(new Set(places)).toHaveLength(4)
  for (const place of places) expect(place).toBeLessThan(size)
  expect(permutedIndex(0, 1, 9)).toBe(0)
})

it('refuses what is not a position', () => {
  for (const [position, size] of [
    [0, 0],
    [-1, 3],
    [3, 3],
    [0.5, 3],
    [0, 2 ** 33],
  ] as const) {
    expect(() => permutedIndex(position, size, 0)).toThrow(RangeError)
  }
})
