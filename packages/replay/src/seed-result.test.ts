import { parseMethodSpec, type Vote } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import type { Recording } from './recording.js'
import { stopsOn } from './run-seed.js'
import { coverageOf } from './seed-result.js'

const spec = (text: string) => {
  const parsed = parseMethodSpec(text, 3)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
}

/** Questions by their samples, each an answer and its confidence; R is right. */
function coverage(text: string, questions: readonly (readonly (readonly [string, number])[])[]) {
  const pools = questions.map((samples) =>
    samples.map(([answer, confidence]): Vote => ({ answer, confidences: { 'lns-arith': confidence } })),
  )
  const recordings = questions.map((samples, at): Recording => {
    const graded = samples.map(([answer, confidence]) => ({
      answer,
      signals: { 'lns-arith': confidence },
      confidence: null,
      reward: null,
      grade: answer === 'R' ? 1 : 0,
    }))
    return { id: `${at}`, replicate: 0, truth: null, difficulty: null, samples: graded }
  })
  const method = spec(text)
  const stops = stopsOn(method, pools, [])
  return coverageOf(method, { recordings, grades: 'recorded' }, { stops, pools }, null)
}

const SURE = [
  ['R', 0.6],
  ['R', 0.6],
  ['R', 0.6],
] as const
const SPLIT = [
  ['W', 0.9],
  ['W', 0.9],
  ['X', 0.9],
] as const

it('withholds by the score, or by what was left to answers not seen, where two that were seen contend', () => {
  // R's odds are 1.5³ against OTHER alone: .771, OTHER .229. W's are 18² and X's 18: .945, OTHER .003.
  const found = coverage('cges:confidence=lns-arith,gamma=0.9999@3', [SURE, SPLIT])
  expect(found?.points).toEqual([
    { from: expect.closeTo(3.375 / 4.375, 9), coverage: 1, accuracy: 0.5 },
    { from: expect.closeTo(324 / 343, 9), coverage: 0.5, accuracy: 0 },
  ])
  expect([found?.area?.value, found?.areaByOther?.value]).toEqual([0.25, 0.25])
  // A second answer lowers W's score below a lone R's, and OTHER further below: the two orders are opposite.
  const close = [
    ['W', 0.9],
    ['X', 0.89],
    ['W', 0.5],
  ] as const
  const opposite = coverage('cges:confidence=lns-arith,gamma=0.9999@3', [
    [
      ['R', 0.75],
      ['R', 0.75],
      ['R', 0.75],
    ],
    close,
  ])
  expect([opposite?.area?.value, opposite?.areaByOther?.value]).toEqual([0.75, 0.25])
})

it('has no second order for a rule that knows no such mass', () => {
  const found = coverage('asc-beta@3', [SURE, SPLIT])
  expect(found?.area?.value).toBeGreaterThan(0)
  expect(found?.areaByOther).toBeNull()
})
