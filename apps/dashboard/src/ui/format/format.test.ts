import { describe, expect, test } from 'vitest'
import {
  formatBetween,
  formatCalls,
  formatCount,
  formatInterval,
  formatProgress,
  formatRate,
  formatShare,
  formatSize,
} from './numbers'
import { formatAge, formatDuration, formatInstant } from './times'

describe('shares', () => {
  test('one decimal, and zero is a number like any other', () => {
    expect([0, 0.7561, 1].map(formatShare)).toEqual(['0.0%', '75.6%', '100.0%'])
    expect(formatInterval({ low: 0.7321, high: 0.7784 })).toBe('[73.2, 77.8]')
  })
  test('progress never says 100% early', () => {
    expect(formatProgress(0, 0)).toBe('0%')
    expect(formatProgress(1318, 1319)).toBe('99%')
    expect(formatProgress(1319, 1319)).toBe('100%')
  })
})

test('limits are written as what stands between them in a sentence', () => {
  expect(formatBetween({ low: 0.55, high: 0.69 })).toBe('between 55.0 and 69.0')
})

describe('counts and rates', () => {
  test('calls have two decimals, counts are grouped', () => {
    expect(formatCalls(4.2)).toBe('4.20')
    expect(formatCount(14310)).toBe('14,310')
  })
  test('rates keep about three digits', () => {
    expect([0, 0.314, 12.44, 1240.2].map(formatRate)).toEqual(['0.0', '0.31', '12.4', '1,240'])
  })
})

test('sizes have about three digits of the largest unit they fill', () => {
  const gib = 2 ** 30
  expect(
    [0, 832, 1023.9, 1536, 1_048_063, 1_048_575, 50 * gib, 1.4142 * gib, 1000 * gib, 1e18].map(formatSize),
  ).toEqual(['0 B', '832 B', '1 KiB', '1.5 KiB', '1023 KiB', '1 MiB', '50 GiB', '1.41 GiB', '1000 GiB', '888 PiB'])
})

describe('times', () => {
  test('durations show their two largest units', () => {
    expect([0, 59.6, 250, 7500, 277_200].map(formatDuration)).toEqual([
      '0 s',
      '1 min',
      '4 min 10 s',
      '2 h 5 min',
      '3 d 5 h',
    ])
  })
  test('ages show one unit', () => {
    expect([1, 59, 61, 7300, 90_000].map(formatAge)).toEqual([
      'just now',
      '59 s ago',
      '1 min ago',
      '2 h ago',
      '1 d ago',
    ])
  })
  test('instants are in UTC whatever the reader’s zone, or in the zone that is asked for', () => {
    expect(formatInstant('2026-11-21T09:43:13.250+02:00')).toBe('2026-11-21 07:43:13 UTC')
    expect(formatInstant('2026-11-21T23:43:13Z', 'Europe/Berlin')).toBe('2026-11-22 00:43:13 UTC+01:00')
    expect(formatInstant('2026-06-21T23:43:13Z', 'Europe/Berlin')).toBe('2026-06-22 01:43:13 UTC+02:00')
    expect(formatInstant('2026-06-21T00:43:13Z', 'Asia/Kolkata')).toBe('2026-06-21 06:13:13 UTC+05:30')
    expect(formatInstant('2026-01-01T00:43:13Z', 'Europe/London')).toBe('2026-01-01 00:43:13 UTC')
  })
})
