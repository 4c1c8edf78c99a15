import { expect, it } from 'vitest'
import { finalStatistics } from './evaluation-statistics.js'
import { type Results, tableFixture } from './table-fixture.js'

const OPTIONS = { margin: 0.01, baseline: null, notComparable: null, gpuTime: '', resamples: 500 }

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
