import type { SignalQuality } from '@cges-fleet/core'
import { expect, test } from 'vitest'
import { qualityTable } from './signal-tables'

const quality = {
  signal: 'lns-arith',
  ece10: 0.123,
  ece10Interval: null,
  auc: 0.8,
  aucInterval: null,
  brier: 0.1,
  sharpness: 0.2,
  muHat: 0.5,
  median: 0.9,
  drift: { positive: null, unseen: 0 },
  constant: null,
} as unknown as SignalQuality

test('a calibration error of fewer answers than tell one is withheld, as beside the picture', () => {
  const rows = [99, 100].map((n) => qualityTable([{ ...quality, n }]).rows[0])
  expect(rows.map((row) => row?.[2])).toEqual(['n < 100', '0.123'])
})
