import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../proportions.js'
import { liveInterval } from './live-interval.js'
import { questionsToKeepUp, questionsUntilNarrow, trialsUntilNarrow } from './questions-needed.js'

describe('while it runs', () => {
  it.each([
    [240, 40, 0.85],
    [1319, 100, 0.9],
    [1319, 600, 0.5],
  ])('of %i trials with %i closed, %f right, the number named is the one that narrows', (trials, closed, share) => {
    const more = trialsUntilNarrow(trials, closed, share) ?? Number.NaN
    expect(more).toBeGreaterThan(0)
    const width = (count: number) => {
      const { low, high } = liveInterval({ trials, closed: count, right: Math.round(share * count), unknown: 0 })
      return high - low
    }
    expect(width(closed + more)).toBeLessThanOrEqual(0.1)
    expect(width(closed + more - 3)).toBeGreaterThan(0.09)
  })
  it('names none where it is narrow, and none where only the end helps', () => {
    expect(trialsUntilNarrow(1319, 1200, 0.9)).toBe(0)
    expect(trialsUntilNarrow(4, 1, 1)).toBeNull()
    expect(trialsUntilNarrow(4, 0, 0.5)).toBeNull()
  })
})

it('at the end, so many more questions give an interval of five points on each side', () => {
  const seen = { value: 0.8, ...wilsonInterval(80, 100), n: 100 }
  const more = questionsUntilNarrow(seen)
  const then = wilsonInterval(0.8 * (100 + more), 100 + more)
  expect(then.high - then.low).toBeLessThanOrEqual(0.1)
  expect(more).toBeLessThan(170)
  expect(more).toBeGreaterThan(120)
  expect(questionsUntilNarrow({ value: 0.8, ...wilsonInterval(800, 1000), n: 1000 })).toBe(0)
})

it('a difference needs four times the questions for half the room, and no number makes up for a real loss', () => {
  expect(questionsToKeepUp({ value: 0, low: -0.02 }, 240, 0.01)).toBe(720)
  expect(questionsToKeepUp({ value: 0.01, low: -0.009 }, 240, 0.01)).toBe(0)
  expect(questionsToKeepUp({ value: -0.02, low: -0.04 }, 240, 0.01)).toBeNull()
})
