import { expect, test } from 'vitest'
import { seededRandom } from './seeded-random.js'

const draw = (key: string): number[] => Array.from({ length: 8 }, seededRandom(key).next)

test('one key, one stream; keys that differ little, streams that differ wholly', () => {
  expect(draw('a/1')).toEqual(draw('a/1'))
  const all = Array.from({ length: 500 }, (_, at) => draw(`key/${at}`)).flat()
  expect(new Set(all).size).toBeGreaterThan(3990)
})

test('the first numbers of neighbouring keys are spread evenly', () => {
  const firsts = Array.from({ length: 20_000 }, (_, at) => seededRandom(`seed ${at}`).next())
  const counts = Array.from({ length: 10 }, (_, bin) => firsts.filter((u) => Math.floor(u * 10) === bin).length)
  // Chi-square with 9 degrees of freedom exceeds 33.7 once in ten thousand.
  expect(counts.reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0)).toBeLessThan(33.7)
  expect(firsts.every((u) => u >= 0 && u < 1)).toBe(true)
})

test('shuffle keeps what it is given, pick and int stay within their limits', () => {
  const random = seededRandom('limits')
  expect(random.shuffle([1, 2, 3, 4]).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4])
  const drawn = Array.from({ length: 300 }, () => random.int(-1, 2))
  expect(new Set(drawn)).toEqual(new Set([-1, 0, 1, 2]))
  expect(['x', 'y']).toContain(random.pick(['x', 'y']))
})
