import { type FeedState } from '../live/evaluation-feed'
import { freshnessOf } from '../live/freshness-of'

/** Tells whether the numbers are so old that they should look it. */
export function isStale({ connection, confirmedAt }: FeedState, now: number | null): boolean {
  const ageMs = now === null || confirmedAt === null ? null : now - confirmedAt
  return freshnessOf({ connection, ageMs }).tone === 'stale'
}
