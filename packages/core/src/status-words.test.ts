import { expect, it } from 'vitest'
import { EvaluationStatus } from './schemas/evaluation-status.js'
import { failedOf, failedTrials, statusWords } from './status-words.js'

const trials = { total: 1_200, closed: 1_190, blocked: 10 }

it('calls nothing done of which some failed', () => {
  expect(statusWords({ status: 'done', trials })).toBe('incomplete: 10 of 1,200 failed')
  expect(statusWords({ status: 'done', trials: { ...trials, blocked: 0 } })).toBe('done')
  expect(statusWords({ status: 'decided', trials })).toBe('decided, 10 of 1,200 failed')
  expect(failedTrials({ blocked: 1, trials: 2 })).toBe('1 of 2 failed')
  expect(failedTrials({ blocked: 0, trials: 2 })).toBe(null)
})

it('leaves every other status as it is: what failed may still be drawn, or nothing is final', () => {
  for (const status of EvaluationStatus.options.filter((each) => each !== 'done' && each !== 'decided')) {
    expect(failedOf({ status, trials })).toBe(null)
    expect(statusWords({ status, trials })).toBe(status.replace('_', '-'))
  }
})
