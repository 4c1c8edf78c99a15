import { expect, it } from 'vitest'
import { finalStatistics } from './evaluation-statistics.js'
import { type Results, tableFixture } from './table-fixture.js'

const gpuTime = { kind: 'shared', counts: {}, why: null } as const
const OPTIONS = { margin: 0.01, baseline: null, notComparable: null, gpuTime, resamples: 500 }
const grade = (right: boolean) => (right ? 1 : 0)

const RESULTS = {
  'sc@8': ({ question }) => ({ calls: 8, grade: grade(question % 5 !== 0) }),
  'sc@1': ({ question }) => ({ calls: 1, grade: grade(question % 2 === 0) }),
  'esc:window=4@8': ({ question }) => ({
    calls: 4 + (question % 2),
    grade: grade(question % 5 !== 1),
  }),
  'esc:window=2@8': ({ question }) => ({
    calls: 5 - (question % 2),
    grade: grade(question % 5 !== 2),
  }),
} satisfies Results

it('marks all who share the first place, and of those all who are equally cheap', () => {
  const { best } = finalStatistics(tableFixture([200, 1, 8], RESULTS), OPTIONS)
  const windows = ['esc:answerFrom=plurality,window=4@8', 'esc:answerFrom=plurality,window=2@8']
  expect(best).toEqual({ accuracy: ['sc@8', ...windows], calls: windows })
})

it('compares a smaller SC with the largest, so that nothing cheap and worse passes for a baseline', () => {
  const { methods } = finalStatistics(tableFixture([200, 1, 8], RESULTS), OPTIONS)
  expect(methods.map(({ comparison }) => [comparison?.baseline, comparison?.judgement])).toEqual([
    [undefined, undefined],
    ['sc@8', 'worse'],
    ['sc@8', 'inconclusive'],
    ['sc@8', 'inconclusive'],
  ])
})

it('marks nothing where nothing is compared', () => {
  const table = tableFixture([20, 1, 8], { 'sc@8': RESULTS['sc@8'] })
  expect(finalStatistics(table, OPTIONS).best).toEqual({ accuracy: [], calls: [] })
})

const wrong = (calls: number) => () => ({ calls, grade: grade(false) })

it('marks no method as best where none has a right answer', () => {
  const { best } = finalStatistics(tableFixture([60, 1, 8], { 'sc@8': wrong(8), 'esc:window=4@8': wrong(4) }), OPTIONS)
  expect(best).toEqual({ accuracy: [], calls: [] })
})

/** Right on all but every so manieth question. */
const missing =
  (every: number, calls: number): Results[string] =>
  ({ question }) => ({
    calls,
    grade: question % every === 0 ? 0 : 1,
  })

const dominatedAmong = (questions: number, results: Parameters<typeof tableFixture>[1]) =>
  finalStatistics(tableFixture([questions, 1, 8], results), OPTIONS).dominated

it('names a method that another beats in accuracy at no more calls, and by which', () => {
  const results = { 'sc@8': missing(5, 8), 'esc:window=4@8': missing(2, 8), 'asc-beta@8': missing(5, 4) }
  expect(dominatedAmong(200, results)).toEqual([{ key: 'esc:answerFrom=plurality,window=4@8', by: 'sc@8' }])
})

it('names none for a lead that chance may have made, nor for one that costs more, nor for a tie', () => {
  expect(dominatedAmong(20, { 'sc@8': missing(10, 8), 'esc:window=4@8': missing(7, 8) })).toEqual([])
  expect(dominatedAmong(200, { 'sc@8': missing(50, 8), 'esc:window=4@8': missing(2, 4) })).toEqual([])
  expect(dominatedAmong(200, { 'sc@8': missing(5, 8), 'esc:window=4@8': missing(5, 4) })).toEqual([])
})
