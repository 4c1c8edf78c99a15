import type { Recording } from '@cges-fleet/replay'
import { expect, it } from 'vitest'
import { sliced, sliceLines } from './slices.js'

const recordings = Array.from({ length: 10 }, (_, at): Recording => ({
  id: `q${at}`,
  replicate: 0,
  truth: '4',
  difficulty: null,
  samples: [],
}))
const idsOf = (kept: readonly Recording[]) => kept.map(({ id }) => id).toSorted()

it('keeps the questions that tune chooses on, or all others', () => {
  const four = { slice: 4, seed: 3 }
  const [chosen, others] = [sliced(recordings, { slice: four }), sliced(recordings, { withoutSlice: four })]
  expect(chosen.kept).toHaveLength(4)
  expect(chosen.leftOut).toBeUndefined()
  expect(idsOf(others.leftOut ?? [])).toEqual(idsOf(chosen.kept))
  expect(idsOf([...chosen.kept, ...others.kept])).toEqual(idsOf(recordings))
  expect(sliceLines({ slice: four })).toEqual(['only the 4 questions that cges tune --slice 4 --seed 3 chooses on'])
})

it('refuses a slice that leaves no question to judge on, and both options at once', () => {
  const all = { slice: 10, seed: 0 }
  expect(() => sliced(recordings, { slice: all })).toThrow('--slice 10 leaves none of 10 questions to judge on')
  expect(() => sliced(recordings, { withoutSlice: all })).toThrow('--without-slice 10 leaves none')
  expect(() => sliced(recordings, { slice: all, withoutSlice: all })).toThrow('not both')
})
