import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Repeating } from './repeating.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reports an error that lasts once, then once a minute, and a new one at once', async () => {
  const reported: string[] = []
  let trouble: string | null = 'first'
  let times = 0
  const loop = new Repeating(
    async () => {
      times++
      if (trouble !== null) throw new Error(trouble)
    },
    500,
    (why) => reported.push(why),
  )
  loop.start()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(times).toBeGreaterThan(100)
  expect(reported).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(61_000)
  expect(reported).toEqual(['first', 'first'])
  trouble = null
  await vi.advanceTimersByTimeAsync(1_000)
  trouble = 'second'
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reported).toEqual(['first', 'first', 'second'])
  await loop.stop()
})
