import { expect, it } from 'vitest'
import { liveCallsWords, liveDifferenceWords } from './live-words.js'

it('words a running figure by where it stands and where it will end', () => {
  expect(liveCallsWords({ calls: 11.394, callsLow: 3.06, callsHigh: 15.4 })).toEqual({
    value: '11.39',
    limits: 'will end between 3.1 and 15.4',
    ends: 'ends 3.1 to 15.4',
  })
  expect(liveDifferenceWords({ baseline: 'sc@16', value: -0.008, low: -0.03, high: 0.0126 })).toEqual({
    value: '−0.8',
    limits: 'will end between −3.0 and +1.3',
    ends: 'ends −3.0 to +1.3',
  })
})

it('gives no sign to what is written as zero', () => {
  const { value, limits } = liveDifferenceWords({ baseline: 'sc@16', value: -0.0004, low: -1, high: 0.0004 })
  expect([value, limits]).toEqual(['0.0', 'will end between −100.0 and 0.0'])
})
