import { isCertified, MethodSpec } from '@cges-fleet/methods'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { auditedTrials, calibrationQuestions, isAudited, permutedIndex, permutedPlace } from './trial-order.js'

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

const order = (places: number[]) => places.map((place) => permutedIndex(place, 60, 5))

it('are a share of the trials, rounded up, spread over the order in which trials begin', () => {
  expect(auditedTrials({ audit: 0.05, questions: 60, seed: 5 }, 1)).toEqual(order([0, 20, 40]))
  expect(auditedTrials({ audit: 0.3, questions: 60, seed: 5 }, 1)).toHaveLength(18)
  expect(auditedTrials({ audit: 0.01, questions: 60, seed: 5 }, 1)).toEqual(order([0]))
  expect(auditedTrials({ audit: 1, questions: 9, seed: 5 }, 2).toSorted((a, b) => a - b)).toEqual([...Array(18).keys()])
  expect(auditedTrials({ audit: 0, questions: 60, seed: 5 }, 1)).toEqual([])
})

it('are known one by one, and stay where replicates are added, each with questions of its own', () => {
  const of = fc.record({
    audit: fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 1_000_000),
    questions: fc.integer({ min: 1, max: 300 }),
    seed: fc.nat(),
  })
  fc.assert(
    fc.property(of, fc.integer({ min: 1, max: 4 }), (each, replicates) => {
      const { questions, audit } = each
      const chosen = auditedTrials(each, replicates)
      expect(chosen).toHaveLength(Math.ceil((replicates * questions * Math.round(audit * 1_000_000)) / 1_000_000))
      const all = Array.from({ length: replicates * questions }, (_, cell) => cell)
      const claimed = all.filter((cell) =>
        isAudited({ position: cell % questions, replicate: Math.floor(cell / questions) }, each),
      )
      expect(chosen.toSorted((a, b) => a - b)).toEqual(claimed)
      expect(auditedTrials(each, replicates + 1).slice(0, chosen.length)).toEqual(chosen)
    }),
  )
  const twice = auditedTrials({ audit: 0.05, questions: 100, seed: 1 }, 2)
  expect(new Set(twice.map((cell) => cell % 100)).size).toBeGreaterThan(5)
})

it('are each trial equally often, over seeds', () => {
  const times = Array.from({ length: 20 }, () => 0)
  for (let seed = 0; seed < 4000; seed++) {
    for (const cell of auditedTrials({ audit: 0.1, questions: 20, seed }, 1)) times[cell] = (times[cell] ?? 0) + 1
  }
  for (const n of times) expect(Math.abs(n - 400)).toBeLessThan(5 * Math.sqrt(400 * 0.9))
})

const spec = MethodSpec.parse({ method: 'asc-beta', certified: [0.1, 0.1], calibrate: 30, budget: 8 })

it('are the first of the order in which trials are started, or all where there are no more', () => {
  if (!isCertified(spec)) throw new Error('it is')
  const { positions, all } = calibrationQuestions(spec, 80, 5)
  expect([...positions]).toEqual(Array.from({ length: 30 }, (_, place) => permutedIndex(place, 80, 5)))
  expect(all).toBe(false)
  expect(calibrationQuestions(spec, 25, 5)).toMatchObject({ positions: new Set(Array(25).keys()), all: true })
})
