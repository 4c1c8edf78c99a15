import { type MethodSpec, seededRandom } from '@cges-fleet/methods'
import { IDENTITY, parseValueMap } from '@cges-fleet/formats'
import { expect, it } from 'vitest'
import type { Recording } from '../recording.js'
import { votesFor } from '../votes-for.js'
import { fitValueMap } from './fit-value-map.js'
import { labelledParts, partsOf, usualSlice } from './labelled-parts.js'
import { suggestMap, tuneHint } from './suggest-map.js'

const BUDGET = 8
const MAPS = { confidence: IDENTITY, reward: IDENTITY }
const CGES = {
  method: 'cges',
  confidence: 'rm',
  gamma: 0.99,
  minSamples: 1,
  support: 'dynamic',
  otherStops: false,
  budget: BUDGET,
} as const satisfies MethodSpec

/** Questions of which seven answers in ten are right; the log-odds of being right are (reward − center) / scale. */
function rewarded(count: number, { center, scale }: { readonly center: number; readonly scale: number }): Recording[] {
  const random = seededRandom('rewards')
  return Array.from({ length: count }, (_, question) => ({
    id: `q${question}`,
    replicate: 0,
    truth: 'A',
    difficulty: null,
    samples: Array.from({ length: BUDGET }, () => {
      const reward = center + scale * (8 * random.next() - 3)
      const isRight = random.next() < 1 / (1 + Math.exp(-(reward - center) / scale))
      const answer = isRight ? 'A' : `B${random.int(1, 3)}`
      return { answer, reward, signals: {}, confidence: null, grade: null }
    }),
  }))
}

function suggested(recordings: readonly Recording[], leftOut?: readonly Recording[]) {
  const found = votesFor(CGES, recordings, MAPS)
  if (found.ok) throw new Error('nothing is outside [0, 1]')
  const given = { found, maps: MAPS, grades: 'reference' } as const
  return suggestMap(CGES, recordings, leftOut === undefined ? given : { ...given, leftOut })
}

const SPREAD = { center: 30, scale: 2 }

it('fits the map by which rewards become shares of right answers', () => {
  const map = fitValueMap(rewarded(2000, SPREAD), { name: 'reward' }, 'reference')
  const truth = parseValueMap('logistic:30,2')
  for (const reward of [26, 30, 34]) expect(map?.map(reward)).toBeCloseTo(truth.map(reward), 1)
  // The same with the sign turned: a low number speaks for an answer.
  const turned = fitValueMap(rewarded(2000, { center: 30, scale: -2 }), { name: 'reward' }, 'reference')
  expect(turned?.map(26)).toBeGreaterThan(0.8)
})

it('suggests the map that tune fits, with what it does on the other questions', () => {
  const recordings = rewarded(60, SPREAD)
  const { reason, remedy } = suggested(recordings)
  const parts = partsOf(recordings, { slice: usualSlice(60), seed: 0 })
  const [map, ...rest] = remedy ?? []
  expect(labelledParts(CGES, parts, { ...MAPS, grades: 'reference' })).toMatchObject({ ok: true, fitted: map })
  expect(rest).toEqual(['--without-slice 30'])
  expect(reason).toMatch(
    /is not in \[0, 1\]: --reward-map logistic:[\d.]+,[\d.]+, fitted to the grades of 30 questions, maps it; on the other 30, cges is right on [\d.]+ % after [\d.]+ calls, sc on [\d.]+ % after 8$/u,
  )
})

it('fits to the questions that are left out already, and leaves out no others', () => {
  const recordings = rewarded(60, SPREAD)
  const { slice, rest } = partsOf(recordings, { slice: 25, seed: 3 })
  const { reason, remedy } = suggested(rest, slice)
  expect(remedy).toEqual([expect.stringMatching(/^--reward-map logistic:/u)])
  expect(reason).toContain('fitted to the grades of 25 questions, maps it; on the other 35,')
})

it('leaves the rest of a slice in its order', () => {
  const recordings = rewarded(60, SPREAD)
  const { slice, rest } = partsOf(recordings, { slice: 30, seed: 0 })
  expect(rest).toEqual(recordings.filter((recording) => !slice.includes(recording)))
})

it('keeps the replicates of a question in one part', () => {
  const thrice = [0, 1, 2].flatMap((replicate) => rewarded(20, SPREAD).map((each) => ({ ...each, replicate })))
  for (const seed of [0, 1, 2]) {
    const { slice, rest } = partsOf(thrice, { slice: 25, seed })
    expect([slice.length, rest.length]).toEqual([24, 36])
    const chosen = new Set(slice.map(({ id }) => id))
    expect(rest.filter(({ id }) => chosen.has(id))).toEqual([])
    expect(partsOf(thrice, { slice: 24, seed }).slice).toEqual(slice)
    expect(partsOf(thrice, { slice: 2, seed }).slice).toHaveLength(3)
  }
})

it('says that accuracy is lost where it is, and where to look', () => {
  const [good, bad] = [rewarded(60, SPREAD), rewarded(60, { center: 30, scale: -2 })]
  const { slice } = partsOf(good, { slice: 30, seed: 0 })
  const chosenOn = new Set(slice.map(({ id }) => id))
  // What is learned on one half is the other way round on the other.
  const mixed = good.map((recording, at) => (chosenOn.has(recording.id) ? recording : (bad[at] ?? recording)))
  expect(suggested(mixed).reason).toMatch(/loses accuracy: .*Look for settings that keep it: cges tune FILE$/u)
  expect(tuneHint(8)).toBe('cges tune FILE --first 8')
})

it('does not fit to few questions, or to right answers alone', () => {
  const few = rewarded(19, SPREAD)
  expect(suggested(few).reason).toContain('under which half of them become 0.25 to 0.75. To fit it to grades takes 20')
  const right = rewarded(60, SPREAD).map((recording) => ({
    ...recording,
    samples: recording.samples.map((sample) => ({ ...sample, answer: 'A' })),
  }))
  expect(fitValueMap(right, { name: 'reward' }, 'reference')).toBeNull()
})
