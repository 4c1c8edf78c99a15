import { expect, it } from 'vitest'
import { reportFixture } from '../../ui/methods/report-fixture'
import { savedAgainst } from './delta-cells'

const final = { live: null, interim: false } as const
const sc = reportFixture('sc@16', { ...final, calls: 16 })

it('counts calls saved against SC, as the difference beside them does: SC@1 saves most, a dearer method less than none', () => {
  expect(savedAgainst(reportFixture('sc@1', { ...final, calls: 1, savedAgainstSc: 0 }), sc)).toBe(15 / 16)
  expect(savedAgainst(reportFixture('sc@32', { ...final, calls: 32 }), sc)).toBe(-1)
})

it('compares running calls with running ones, and says nothing where one is not known', () => {
  const live = {
    value: 0.5,
    low: 0,
    high: 1,
    n: 4,
    calls: 4,
    callsLow: 1,
    callsHigh: 16,
    difference: null,
    decided: false,
  }
  const running = reportFixture('esc:window=2@16', { live, calls: 9 })
  expect(savedAgainst(running, { ...sc, live: { ...live, calls: 16 } })).toBe(0.75)
  expect(savedAgainst({ ...running, live: null, calls: null }, sc)).toBeNull()
})
