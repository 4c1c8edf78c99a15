import { isCharged, type Outcome } from '@cges-fleet/core'
import type { LogSample } from '../log-entry.js'

/** Turns the outcome that our own exports tell into what a log tells of a sample's end. */
export function readOutcome(outcome: Outcome): Pick<LogSample, 'finish' | 'error'> {
  if (!isCharged(outcome)) return { finish: null, error: outcome }
  return { finish: outcome === 'truncated' ? 'length' : outcome === 'declined' ? 'declined' : 'stop', error: null }
}
