import { expect, it } from 'vitest'
import { planWithinWindow } from './plan-within-window.js'

const trial = (id: string, asked: number, wanted: number) => ({ trial: { id, asked, seedBase: 2048 }, wanted })
const refs = (trials: Parameters<typeof planWithinWindow>[0], room: number) =>
  planWithinWindow(trials, room).map(({ trialId, index }) => `${trialId}${index}`)

it('asks for every index a trial wants and has not asked for, seeded by its place', () => {
  expect(planWithinWindow([trial('a', 2, 4)], 10)).toEqual([
    { trialId: 'a', index: 2, seed: 2050 },
    { trialId: 'a', index: 3, seed: 2051 },
  ])
})

it('fills the window with the first trials first, and stops where it is full, in the middle of a trial too', () => {
  const trials = [trial('a', 0, 2), trial('b', 1, 3), trial('c', 0, 2)]
  expect(refs(trials, 100)).toEqual(['a0', 'a1', 'b1', 'b2', 'c0', 'c1'])
  expect(refs(trials, 3)).toEqual(['a0', 'a1', 'b1'])
  expect(refs(trials, 4)).toEqual(['a0', 'a1', 'b1', 'b2'])
  expect(refs(trials, 0)).toEqual([])
})

it('asks nothing of a trial that wants no more', () => {
  expect(refs([trial('a', 4, 4), trial('b', 4, 0), trial('c', 0, 1)], 10)).toEqual(['c0'])
})

it('never goes past the last index a trial can hold', () => {
  expect(refs([trial('a', 1022, 5000)], 10)).toEqual(['a1022', 'a1023'])
})
