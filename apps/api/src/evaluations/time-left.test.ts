import type { RemainingTotals } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { listedTimeLeft } from './time-left.js'

/** Ten trials of SC at four samples: five closed, one that has read three, four not begun; a sample a second. */
const TOTALS: RemainingTotals = {
  evaluationId: 'e',
  trials: { total: 10, closed: 5, blocked: 0 },
  startedTrials: 6,
  audit: 0,
  methods: [{ method: 'sc', budget: 4 }],
  external: [],
  elapsedSeconds: 600,
  recentSamples: 30,
  calls: [{ methodKey: 'sc@4', calls: 4, resolved: 5, correct: 4 }],
  standings: [{ methodKey: 'sc@4', depth: 3, blocked: false, trials: 1 }],
  depths: [{ depth: 3, trials: 1 }],
}

it('counts what open trials still need, at the speed of the last half minute', () => {
  expect(listedTimeLeft(TOTALS)).toEqual({ seconds: 17, atMostSeconds: 17 })
  expect(listedTimeLeft({ ...TOTALS, recentSamples: 60 })).toEqual({ seconds: 8.5, atMostSeconds: 8.5 })
})

it('tells nothing too early, or while nothing arrives', () => {
  expect(listedTimeLeft({ ...TOTALS, recentSamples: 0 })).toBeNull()
  expect(listedTimeLeft({ ...TOTALS, trials: { total: 200, closed: 5, blocked: 0 } })).toBeNull()
})
