import { expect, test } from 'vitest'
import { reportFixture } from '../../families/report-fixture'
import { usedSignals } from './used-signals'

test('a signal is used by whichever method reads it, and one that is always the same is none', () => {
  const reports = [
    'sc@8',
    'cges:confidence=constant,gamma=0.9@8',
    'cisc:confidence=lns-geom@8',
    'cges:confidence=lns-arith,gamma=0.9@8',
    'beacon@8',
    'reasc:confidence=lns-geom,gate=0.9,mean=0.8,spread=0.1@8',
  ].map((label) => reportFixture(label, {}))
  expect(usedSignals(reports)).toEqual(['lns-geom', 'lns-arith', 'rm'])
})
