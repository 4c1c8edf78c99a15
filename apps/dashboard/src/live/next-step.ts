import type { Connection } from './connection'

/** The state from which a feed decides its next step; instants in milliseconds of one clock. */
export interface FeedMoment {
  readonly now: number
  readonly connection: Connection
  readonly confirmedAt: number | null
  readonly askedAt: number
  readonly openedAt: number
  readonly hiddenAt: number | null
}

export type FeedStep = 'wait' | 'ask' | 'open' | 'pause'

const POLL_MS = 5_000
/** A stream says nothing while nothing changes; after this long silence the numbers are confirmed by asking. */
const SILENCE_MS = 7_000
const REOPEN_MS = 2_000
const POLLING_REOPEN_MS = 60_000
const HIDDEN_MS = 30_000

/** Decides a feed's next step: wait, request a snapshot, open the stream again, or rest while the page is hidden. */
export function nextStep(moment: FeedMoment): FeedStep {
  const { connection, now, confirmedAt, askedAt, openedAt, hiddenAt } = moment
  if (connection === 'final') return 'wait'
  if (connection === 'paused') return hiddenAt === null ? 'open' : 'wait'
  if (hiddenAt !== null && now - hiddenAt >= HIDDEN_MS) return 'pause'
  if (connection === 'reconnecting') return now - openedAt >= REOPEN_MS ? 'open' : 'wait'
  if (connection === 'polling' && now - openedAt >= POLLING_REOPEN_MS) return 'open'
  const patience = connection === 'polling' ? POLL_MS : SILENCE_MS
  const heard = Math.max(confirmedAt ?? openedAt, askedAt)
  return now - heard >= patience ? 'ask' : 'wait'
}

const FAILURES = 3
const WINDOW_MS = 60_000

/** Returns whether a stream failed so often recently that occasional polling is the better choice. */
export function failsOften(failuresAt: readonly number[], now: number): boolean {
  return failuresAt.filter((at) => now - at < WINDOW_MS).length >= FAILURES
}
