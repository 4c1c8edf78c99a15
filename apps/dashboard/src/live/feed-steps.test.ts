import { describe, expect, test } from 'vitest'
import { failsOften, type FeedMoment, freshnessOf, nextStep, viewIn } from './feed-steps'

const calm: FeedMoment = {
  now: 100_000,
  connection: 'open',
  confirmedAt: 99_800,
  requestedAt: 0,
  openedAt: 50_000,
  hiddenAt: null,
}

describe('what a feed does next', () => {
  test('a stream that speaks is left alone; a silent one is confirmed by asking, once', () => {
    expect(nextStep(calm)).toBe('wait')
    expect(nextStep({ ...calm, confirmedAt: 90_000 })).toBe('ask')
    expect(nextStep({ ...calm, confirmedAt: 90_000, requestedAt: 99_000 })).toBe('wait')
  })
  test('a lost stream is opened again after a pause, and asking replaces one that fails often', () => {
    expect(nextStep({ ...calm, connection: 'reconnecting', openedAt: 99_000 })).toBe('wait')
    expect(nextStep({ ...calm, connection: 'reconnecting', openedAt: 98_000 })).toBe('open')
    expect(failsOften([39_000, 99_000, 99_500], 100_000)).toBe(false)
    expect(failsOften([41_000, 99_000, 99_500], 100_000)).toBe(true)
  })
  test('polling asks every 5 s and tries the stream again every minute', () => {
    const polling: FeedMoment = { ...calm, connection: 'polling', confirmedAt: 95_000, requestedAt: 95_000 }
    expect(nextStep(polling)).toBe('ask')
    expect(nextStep({ ...polling, requestedAt: 96_000 })).toBe('wait')
    expect(nextStep({ ...polling, openedAt: 40_000 })).toBe('open')
  })
  test('a hidden page rests after 30 s and wakes when it is seen', () => {
    expect(nextStep({ ...calm, hiddenAt: 69_000 })).toBe('pause')
    expect(nextStep({ ...calm, connection: 'paused', hiddenAt: 69_000 })).toBe('wait')
    expect(nextStep({ ...calm, connection: 'paused' })).toBe('open')
  })
  test('what is final is final', () => {
    expect(nextStep({ ...calm, connection: 'final', confirmedAt: 0 })).toBe('wait')
  })
})

test('freshness is said in words, and a dead stream cannot look live', () => {
  expect(freshnessOf({ status: 'running', connection: 'open', ageMs: 420 }).text).toBe('● Live · 0.4 s')
  expect(freshnessOf({ status: 'running', connection: 'open', ageMs: 32_400 })).toEqual({
    tone: 'stale',
    text: '⚠ Stale 32 s',
  })
  expect(freshnessOf({ status: 'running', connection: 'polling', ageMs: 12_000 }).text).toBe(
    '◐ Delayed: polling · 12 s',
  )
  expect(freshnessOf({ status: 'running', connection: 'reconnecting', ageMs: 2_000 }).text).toBe('◐ Reconnecting')
  expect(freshnessOf({ status: 'running', connection: 'connecting', ageMs: null }).text).toBe('◐ Connecting')
  expect(freshnessOf({ status: 'running', connection: 'held', ageMs: 90_400 })).toEqual({
    tone: 'waiting',
    text: '‖ Held · 90 s',
  })
  expect(freshnessOf({ status: 'done', connection: 'final', ageMs: 90_000 }).text).toBe('■ Final')
  expect(freshnessOf({ status: 'failed', connection: 'final', ageMs: null }).text).toBe('■ Ended')
})

test('what is no snapshot is ignored', () => {
  expect(viewIn('{"version":1')).toBeNull()
  expect(viewIn('null')).toBeNull()
  expect(viewIn('{"title":"Gone"}')).toBeNull()
})
