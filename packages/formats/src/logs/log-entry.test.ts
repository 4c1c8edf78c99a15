import { expect, it } from 'vitest'
import { BARE_SAMPLE, logSignals } from './log-entry.js'

const name = 'self-certainty-b10-window'

it('computes what reads self-certainty from the likeliest tokens, unless the log names it', () => {
  const sample = { ...BARE_SAMPLE, tokenCertainties: [2, 4] }
  const signals = logSignals(sample)
  expect(signals[name]).toBeCloseTo(3 / Math.log(1e9), 12)
  expect(signals['self-certainty']).toBeCloseTo(1 - Math.exp(-3), 12)
  expect(logSignals({ ...sample, signals: { [name]: 0.5 } })).toEqual({ ...signals, [name]: 0.5 })
  expect(logSignals(BARE_SAMPLE)).toEqual({})
})
