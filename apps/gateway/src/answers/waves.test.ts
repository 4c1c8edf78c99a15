import { expect, it } from 'vitest'
import { wantedUpTo, type WaveState } from './waves.js'

const fresh: WaveState = { until: 1, landed: 0, budget: 16, minSamples: 1, leftMs: null, replyMs: 1000 }

it.each<[string, Partial<WaveState>, number]>([
  ['what is certain to be needed, without a deadline', {}, 1],
  ['as many as the answer needs at least', { minSamples: 4 }, 4],
  ['a share of the budget for each wave that there is time for', { leftMs: 4500 }, 4],
  ['the rest in the last wave', { leftMs: 1500, landed: 4, until: 5 }, 16],
  ['the rest where there is no time for a wave', { leftMs: 10, landed: 4, until: 5 }, 16],
  ['the whole budget until it is known how long a reply takes', { leftMs: 4500, replyMs: null }, 16],
  ['no more than the budget', { minSamples: 40 }, 16],
])('draws %s', (_, state, wanted) => {
  expect(wantedUpTo({ ...fresh, ...state })).toBe(wanted)
})
