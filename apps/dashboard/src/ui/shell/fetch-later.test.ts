import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchOnce } from './fetch-later'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a part wished for ten times while the network is away is asked for by one', async () => {
  let requests = 0
  let away = true
  const part = fetchOnce(() => {
    requests += 1
    return away ? Promise.reject(new TypeError('the network is away')) : Promise.resolve('here')
  })
  const wished = Array.from({ length: 10 }, () => part())
  // Asked at 0, 0.5, 1.5, 3.5 and 7.5 s.
  await vi.advanceTimersByTimeAsync(8_000)
  expect(requests).toBe(5)
  away = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect([requests, ...(await Promise.all(wished)), await part()]).toEqual([
    6,
    ...Array.from({ length: 11 }, () => 'here'),
  ])
})
