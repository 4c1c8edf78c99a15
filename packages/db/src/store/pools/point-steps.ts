/** Points of how a pool stood: how many seconds each is of, and for how long it is kept. */
export const POINT_STEPS = [
  { step: 10, kept: '1 hour' },
  { step: 60, kept: '6 hours' },
  { step: 600, kept: '7 days' },
] as const

/** The seconds from one note of a pool that works to the next. */
export const NOTE_SECONDS = POINT_STEPS[0].step

/**
 * The intervals at which an unchanged pool is recorded, with workers and without; such a record counts for its whole
 * interval.
 */
export const IDLE_SECONDS = 60
export const EMPTY_SECONDS = 600

/** Waits are counted by length: the first place is below 10 ms, each further one goes up to √2 times as long. */
export const WAIT_PLACES = 40
const FIRST_MS = 10

/** The place of a wait of `ms`, an SQL expression, from 0 on. */
export function waitPlace(ms: string): string {
  return `least(${WAIT_PLACES - 1}, greatest(0, ceil(2 * log(2, greatest(${ms}, 1)::numeric / ${FIRST_MS}))))::int`
}

/** The longest wait that is counted at a place, in seconds. */
export function waitSeconds(place: number): number {
  return (FIRST_MS / 1000) * 2 ** (place / 2)
}
