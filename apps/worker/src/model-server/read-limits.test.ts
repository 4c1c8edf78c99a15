import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitTime } from './read-limits.js'

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance'] }),
)
afterEach(() => void vi.useRealTimers())

const COLD_MS = 20_000
const WARM_MS = 2000

test('holds no silence of a cold engine against it once it is warm, and any after that', () => {
  let silenceMs = COLD_MS
  const limit = limitTime({ deadlineMs: 60_000, silenceMs: () => silenceMs }, new AbortController().signal)
  vi.advanceTimersByTime(8000)
  silenceMs = WARM_MS
  vi.advanceTimersByTime(WARM_MS - 500)
  expect(limit.signal.aborted).toBe(false)
  vi.advanceTimersByTime(2000)
  expect(limit.signal.aborted).toBe(true)
  expect(limit.silentMs()).toBeGreaterThanOrEqual(WARM_MS)
  expect(limit.silentMs()).toBeLessThan(2 * WARM_MS)
  limit.clear()
})

test('gives up a server that stays silent from the start', () => {
  const limit = limitTime({ deadlineMs: 60_000, silenceMs: () => WARM_MS }, new AbortController().signal)
  vi.advanceTimersByTime(WARM_MS - 500)
  expect(limit.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(limit.signal.aborted).toBe(true)
  limit.clear()
})
