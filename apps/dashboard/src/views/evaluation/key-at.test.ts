import { expect, it } from 'vitest'
import { reportFixture } from '../../ui/methods/report-fixture'
import { keyAt } from './key-at'

it.each([
  ['cges:confidence=lns-arith,gamma=0.99@16', 'gamma', 0.95, /gamma=0\.95.*@16$/],
  ['sc@16', 'budget', 8, /^sc@8$/],
  ['esc:window=4@16', 'window', 6, /window=6@16$/],
] as const)('writes %s with another %s', (text, setting, value, wanted) => {
  expect(keyAt(reportFixture(text).spec, setting, value)).toMatch(wanted)
})
