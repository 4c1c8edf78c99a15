import type { EvaluationStatus } from '@cges-fleet/core'
import type { Connection } from './connection'

export interface Freshness {
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
