import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comingPaces, type TeamReservation, timeAtPaces } from './coming-pace.js'

const us = { team: 'us', weight: 1 }
const them = { team: 'them', weight: 1 }
const reserved = (team: string, slots: number, from: number, until: number): TeamReservation => ({
  team,
  slots,
  from,
  until,
})

it('slows a team down while slots are reserved for others, whether these have work now or not', () => {
  const evening = reserved('them', 6, 100, 200)
  expect(comingPaces('us', 8, [us], [evening])).toEqual([
    { at: 0, pace: 1 },
    { at: 100, pace: expect.closeTo(0.25, 9) },
    { at: 200, pace: 1 },
  ])
  expect(comingPaces('us', 8, [us, them], [evening]).map(({ pace }) => pace)).toEqual([1, expect.closeTo(0.5, 9), 1])
})

it('speeds it up while it has a reservation of its own, and slows it down as that ends', () => {
  const coming = comingPaces('us', 8, [us, them], [reserved('us', 6, 50, 60)])
  expect(coming.map(({ pace }) => pace)).toEqual([1, expect.closeTo(1.5, 9), 1])
  const running = comingPaces('us', 8, [us, them], [reserved('us', 6, -10, 60)])
  expect(running).toEqual([
    { at: 0, pace: 1 },
    { at: 60, pace: expect.closeTo(2 / 3, 9) },
  ])
})

it('changes nothing for a reservation that takes no more than the weight gives, or that its team leaves to others now', () => {
  expect(comingPaces('us', 8, [us, them], [reserved('them', 4, 10, 20)]).map(({ pace }) => pace)).toEqual([1, 1, 1])
  expect(comingPaces('us', 8, [them], [reserved('them', 4, 10, 20)])).toEqual([])
  expect(comingPaces('us', 8, [us], [reserved('them', 4, -10, 20)])).toEqual([{ at: 0, pace: 1 }])
  expect(comingPaces('us', 8, [us], [])).toEqual([{ at: 0, pace: 1 }])
})

it('adds up what is done at each pace', () => {
  const paces = [
    { at: 0, pace: 1 },
    { at: 100, pace: 0.25 },
    { at: 200, pace: 1 },
  ]
  expect([40, 100, 110, 125, 126].map((seconds) => timeAtPaces(paces, seconds))).toEqual([40, 100, 140, 200, 201])
  expect(timeAtPaces([], 70)).toBe(70)
})

it('ends no sooner than what is reserved for others leaves, nor later than if that took all of the time', () => {
  const times = fc.array(fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 2 })), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 2000 }), (list, seconds) => {
      const all = list.map(([from, lasts, slots]) => reserved('them', slots, from, from + lasts))
      const time = timeAtPaces(comingPaces('us', 16, [us], all), seconds)
      expect(time).toBeGreaterThanOrEqual(seconds - 1e-6)
      expect(time).toBeLessThanOrEqual((seconds * 16) / (16 - 8) + 1e-6)
    }),
  )
})
