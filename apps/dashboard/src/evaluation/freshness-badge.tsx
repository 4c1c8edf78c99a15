'use client'
import { formatInstant } from '../format/format-instant'
import { useKeys } from '../frame/use-keys'
import { useZone } from '../frame/zone-scope'
import type { FeedState } from '../live/evaluation-feed'
import { freshnessOf } from '../live/freshness-of'
import { useNow } from '../live/use-now'

interface Props {
  readonly state: FeedState
  readonly toggleHold: () => void
}

/** How old the numbers on screen can be, with a button to hold them; without scripts, when they were loaded. */
export function FreshnessBadge({ state: { view, connection, confirmedAt }, toggleHold }: Props) {
  const now = useNow(1_000)
  const moves = connection !== 'final'
  useKeys(moves ? { p: toggleHold } : {})
  const readAt = formatInstant(view.at, useZone())
  const ageMs = now === null || confirmedAt === null ? null : Math.max(0, now - confirmedAt)
  const { tone, text } =
    now === null && moves
      ? { tone: 'waiting', text: `as of ${readAt}` }
      : freshnessOf({ status: view.status, connection, ageMs })
  const shown = { className: `freshness freshness-${tone}`, 'data-testid': 'freshness' }
  if (!moves || now === null)
    return (
      <span {...shown} title={`Read at ${readAt}`}>
        {text}
      </span>
    )
  const held = connection === 'held'
  return (
    <button
      {...shown}
      type="button"
      aria-pressed={held}
      aria-keyshortcuts="p"
      title={`Read at ${readAt}. ${held ? 'Press to go on with the newest numbers' : 'Press to hold the numbers still'} (p)`}
      onClick={toggleHold}
    >
      {text}
    </button>
  )
}
