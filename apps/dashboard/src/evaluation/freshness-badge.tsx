'use client'
import { formatInstant } from '../format/format-instant'
import { useZone } from '../frame/zone-scope'
import type { FeedState } from '../live/evaluation-feed'
import { freshnessOf } from '../live/freshness-of'
import { useNow } from '../live/use-now'

/** How old the numbers on screen can be; without scripts, when they were read. */
export function FreshnessBadge({ view, connection, confirmedAt }: FeedState) {
  const now = useNow(1_000)
  const readAt = formatInstant(view.at, useZone())
  const ageMs = now === null || confirmedAt === null ? null : Math.max(0, now - confirmedAt)
  const still = now === null && connection !== 'final'
  const { tone, text } = still
    ? { tone: 'waiting', text: `as of ${readAt}` }
    : freshnessOf({ status: view.status, connection, ageMs })
  return (
    <span className={`freshness freshness-${tone}`} data-testid="freshness" title={`Read at ${readAt}`}>
      {text}
    </span>
  )
}
