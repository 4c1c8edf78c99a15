import { expect, test } from 'vitest'
import { durationMs, RateLimit } from './rate-limit.js'

const NOW = Date.parse('2026-11-26T12:00:00Z')

test.each([
  ['2', 2000],
  ['0.5', 500],
  ['6m0s', 360_000],
  ['1h2m3.5s', 3_723_500],
  ['20ms', 20],
  ['Thu, 26 Nov 2026 12:00:30 GMT', 30_000],
  ['2026-11-26T12:00:01Z', 1000],
  ['Thu, 26 Nov 2026 11:00:00 GMT', 0],
  ['soon', null],
  ['', null],
  [undefined, null],
  ['9'.repeat(101), null],
] as const)('reads the time %j as %j ms', (text, ms) => {
  expect(durationMs(text, NOW)).toBe(ms)
})

test.each<[string, Record<string, string>, number]>([
  ['what the server says', { 'retry-after': '7' }, 7000],
  ['its finer word first', { 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [
    'the reset of what is used up',
    {
      'x-ratelimit-remaining-requests': '12',
      'x-ratelimit-reset-requests': '9s',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '1m30s',
    },
    90_000,
  ],
  ['ten minutes at most', { 'retry-after': '86400' }, 600_000],
  ['a second where nothing is said', {}, 1000],
])('waits after a refusal for %s', (_, headers, ms) => {
  const limit = new RateLimit(() => NOW)
  expect(limit.heed(429, headers)).toBe(true)
  expect(limit.waitMs).toBe(ms)
})

test('waits twice as long after each refusal in a row that gives no time', () => {
  let now = NOW
  const limit = new RateLimit(() => now)
  const waits = Array.from({ length: 8 }, () => {
    limit.heed(429, {})
    const { waitMs } = limit
    now += waitMs
    return waitMs / 1000
  })
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  limit.heed(200, {})
  limit.heed(429, {})
  expect(limit.waitMs).toBe(1000)
})

test('waits before it is refused, once an answer says that nothing is left', () => {
  const limit = new RateLimit(() => NOW)
  expect(limit.heed(200, { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '3s' })).toBe(false)
  expect(limit.waitMs).toBe(3000)
})

test('gives up waiting when its request is no longer wanted', async () => {
  const limit = new RateLimit()
  limit.heed(429, { 'retry-after': '60' })
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 10)
  expect(await limit.turn(controller.signal)).toBe(false)
})
