import type { Db } from '@cges-fleet/db'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PoolNotes } from './sweep.js'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-29T12:03:57Z') }))
afterEach(() => vi.useRealTimers())

it('notes how the pools stand once in every ten seconds, however often it is asked', async () => {
  const query = vi.fn(() => Promise.resolve([]))
  const notes = new PoolNotes({ query, getRepository: () => expect.fail('one statement after the other') } as Db)
  await notes.take()
  const each = query.mock.calls.length
  expect(each).toBeGreaterThan(0)
  for (let second = 0; second < 60; second += 1) {
    vi.advanceTimersByTime(1000)
    await notes.take()
  }
  expect(query.mock.calls.length).toBe(7 * each)
})
