import { isCharged, type Outcome } from '@cges-fleet/core'
import type { LogSample } from '../log-entry.js'

/** Converts an outcome of our own exports to the fields a log's sample has. */
export function parseOutcome(outcome: Outcome): Pick<LogSample, 'finish' | 'error'> {
  if (!isCharged(outcome)) return { finish: null, error: outcome }
  return { finish: outcome === 'truncated' ? 'length' : outcome === 'declined' ? 'declined' : 'stop', error: null }
}
