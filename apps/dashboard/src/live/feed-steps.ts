import type { EvaluationStatus, EvaluationView } from '@cges-fleet/core'

/** The state from which a feed decides its next step; instants in milliseconds of one clock. */
export interface FeedMoment {
  readonly now: number
  readonly connection: Connection
  readonly confirmedAt: number | null
  readonly requestedAt: number
  readonly openedAt: number
  readonly hiddenAt: number | null
}

type FeedStep = 'wait' | 'ask' | 'open' | 'pause'

const POLL_MS = 5_000
/** A stream says nothing while nothing changes; after this long silence the numbers are confirmed by asking. */
const SILENCE_MS = 7_000
const REOPEN_MS = 2_000
const POLLING_REOPEN_MS = 60_000
const HIDDEN_MS = 30_000

/** Decides a feed's next step: wait, request a snapshot, open the stream again, or rest while the page is hidden. */
export function nextStep(moment: FeedMoment): FeedStep {
  const { connection, now, confirmedAt, requestedAt, openedAt, hiddenAt } = moment
  if (connection === 'final') return 'wait'
  if (connection === 'paused') return hiddenAt === null ? 'open' : 'wait'
  if (hiddenAt !== null && now - hiddenAt >= HIDDEN_MS) return 'pause'
  if (connection === 'reconnecting') return now - openedAt >= REOPEN_MS ? 'open' : 'wait'
  if (connection === 'polling' && now - openedAt >= POLLING_REOPEN_MS) return 'open'
  const patience = connection === 'polling' ? POLL_MS : SILENCE_MS
  const heard = Math.max(confirmedAt ?? openedAt, requestedAt)
  return now - heard >= patience ? 'ask' : 'wait'
}

const FAILURES = 3
const WINDOW_MS = 60_000

/** Returns whether a stream failed so often recently that occasional polling is the better choice. */
export function failsOften(failuresAt: readonly number[], now: number): boolean {
  return failuresAt.filter((at) => now - at < WINDOW_MS).length >= FAILURES
}

/**
 * How a page is kept up to date, or why it is not: `paused` while it is hidden, `held` while the reader holds updates.
 */
export type Connection = 'connecting' | 'open' | 'reconnecting' | 'polling' | 'paused' | 'held' | 'final'

interface Freshness {
  readonly tone: 'live' | 'waiting' | 'stale' | 'final'
  readonly text: string
}

interface Seen {
  readonly status: EvaluationStatus
  readonly connection: Connection
  /** How long ago the numbers were last confirmed by the API; null before the first time. */
  readonly ageMs: number | null
}

const STALE_MS = 10_000
const STALE_POLLING_MS = 16_000

/** Describes in words how old the numbers on screen can be. */
export function freshnessOf({ status, connection, ageMs }: Seen): Freshness {
  if (connection === 'final') return { tone: 'final', text: status === 'done' ? '■ Final' : '■ Ended' }
  if (connection === 'paused') return { tone: 'waiting', text: '○ Paused' }
  if (ageMs === null) return { tone: 'waiting', text: '◐ Connecting' }
  const seconds = ageMs / 1000
  if (connection === 'held') return { tone: 'waiting', text: `‖ Held · ${Math.floor(seconds)} s` }
  if (ageMs > (connection === 'polling' ? STALE_POLLING_MS : STALE_MS))
    return { tone: 'stale', text: `⚠ Stale ${Math.floor(seconds)} s` }
  if (connection === 'polling') return { tone: 'waiting', text: `◐ Delayed: polling · ${Math.floor(seconds)} s` }
  if (connection === 'open') return { tone: 'live', text: `● Live · ${seconds.toFixed(1)} s` }
  return { tone: 'waiting', text: '◐ Reconnecting' }
}

/** Of two snapshots of one evaluation keeps the later one, however they overtook each other on the way. */
export function newerView(shown: EvaluationView, arrived: EvaluationView): EvaluationView {
  if (arrived.version !== shown.version) return arrived.version > shown.version ? arrived : shown
  return Date.parse(arrived.at) >= Date.parse(shown.at) ? arrived : shown
}

/**
 * Reads a snapshot in the browser. The form was checked by the API that wrote it, and the schemas would double what a
 * page loads; so only what tells a snapshot from something else is looked at before the cast.
 */
export function viewIn(text: string): EvaluationView | null {
  try {
    const value: unknown = JSON.parse(text)
    const isView = typeof value === 'object' && value !== null && 'version' in value && 'methods' in value
    return isView ? (value as EvaluationView) : null
  } catch {
    return null
  }
}
