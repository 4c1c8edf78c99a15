import type { MeanEstimate, ShareEstimate } from '@cges-fleet/core'
import { wilsonInterval } from '../proportions.js'
import { liveInterval } from './live-interval.js'

/** How far on each side an accuracy may be off for most purposes: five points. */
export const WIDE = 0.05

/**
 * Returns how many more trials must close before a running method's limits are within `half` of each other's middle, if
 * its share stays; 0 if they are, null if only the end of the run brings it. `closed` are at the front of the order.
 */
export function trialsUntilNarrow(trials: number, closed: number, share: number, half: number = WIDE): number | null {
  const narrow = (count: number) => {
    const { low, high } = liveInterval({ trials, closed: count, right: Math.round(share * count), unknown: 0 })
    return high - low <= 2 * half
  }
  if (closed > 0 && narrow(closed)) return 0
  if (closed >= trials) return null
  let wide = Math.max(0, closed)
  let tight = trials
  while (tight - wide > 1) {
    const middle = Math.floor((wide + tight) / 2)
    if (narrow(middle)) tight = middle
    else wide = middle
  }
  return tight === trials ? null : tight - closed
}

/**
 * Returns how many more independent questions an accuracy seen on n needs for an interval of ± `half`; 0 if it has it.
 */
export function questionsUntilNarrow({ value, low, high, n }: ShareEstimate, half: number = WIDE): number {
  if (high - low <= 2 * half) return 0
  const width = (count: number) => {
    const interval = wilsonInterval(value * count, count)
    return interval.high - interval.low
  }
  // What replicates widen an interval by stays as it is.
  const wider = (high - low) / Math.max(width(n), 1e-9)
  let count = Math.max(1, n)
  while (width(count) * Math.min(1.5, Math.max(1, wider)) > 2 * half && count < 1e7) count = Math.ceil(count * 1.02) + 1
  return count - n
}

/**
 * Returns how many more questions would show that a method loses less than `margin`, if the difference stays what it is
 * and its interval shrinks by the root of their number; null if no number would, because it is no better than the
 * margin.
 */
export function questionsToKeepUp(
  { value, low }: Pick<MeanEstimate, 'value' | 'low'>,
  questions: number,
  margin: number,
): number | null {
  if (low > -margin) return 0
  const room = value + margin
  if (room <= 0 || value <= low) return null
  return Math.ceil(questions * ((value - low) / room) ** 2) - questions
}
