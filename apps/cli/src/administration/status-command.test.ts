import type { FleetTrouble } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { isStalled } from './status-command.js'

const paused: FleetTrouble = { kind: 'pool_paused', counts: { waiting: 3 }, why: 'gpu' }
const away: FleetTrouble = { kind: 'queue_away', counts: {}, why: null }
const unserved: FleetTrouble = { kind: 'no_worker', counts: { waiting: 3, known: 0 }, why: 'gpu' }

it.each([
  [[], false],
  [[paused], false],
  [[paused, away], true],
  [[unserved], true],
])('tells what stalls a fleet from what somebody wanted: %j', (troubles, stalled) => {
  expect(isStalled({ troubles })).toBe(stalled)
})
