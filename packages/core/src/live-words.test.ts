import { expect, it } from 'vitest'
import { liveCallsWords, liveDifferenceWords } from './live-words.js'

const calls = { calls: 11.394, callsLow: 3.06, callsHigh: 15.4 }
const difference = { baseline: 'sc@16', value: -0.008, low: -0.03, high: 0.0126 }

it('words a running figure by where it stands and where it will end', () => {
  expect(liveCallsWords({ ...calls, decided: false })).toEqual({
    tag: 'so far',
    value: '11.39',
    limits: 'will end between 3.1 and 15.4',
    ends: 'ends 3.1 to 15.4',
    phrase: 'so far 11.39, will end between 3.1 and 15.4',
  })
  expect(liveDifferenceWords(difference, false)).toMatchObject({
    value: '−0.8',
    limits: 'will end between −3.0 and +1.3',
    ends: 'ends −3.0 to +1.3',
  })
})

it('words a decided figure as an estimate for all questions, which goes nowhere', () => {
  expect(liveCallsWords({ ...calls, decided: true })).toEqual({
    tag: 'decided',
    value: '11.39',
    limits: 'between 3.1 and 15.4 for all questions',
    ends: '3.1 to 15.4',
    phrase: '11.39, between 3.1 and 15.4 for all questions',
  })
  expect(liveDifferenceWords(difference, true)).toMatchObject({ tag: 'decided', ends: '−3.0 to +1.3' })
})

it('gives no sign to what is written as zero', () => {
  const { value, limits } = liveDifferenceWords({ baseline: 'sc@16', value: -0.0004, low: -1, high: 0.0004 }, false)
  expect([value, limits]).toEqual(['0.0', 'will end between −100.0 and 0.0'])
})
