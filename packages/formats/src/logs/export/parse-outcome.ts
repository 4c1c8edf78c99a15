import { isCharged, type Outcome } from '@cges-fleet/core'
import type { LogSample } from '../log-entry.js'

/** Converts an outcome of our own exports to the fields a log's sample has. */
export function parseOutcome(outcome: Outcome): Pick<LogSample, 'finish' | 'error'> {
  if (!isCharged(outcome)) return { finish: null, error: outcome }
  return { finish: finishOf(outcome), error: null }
}

function finishOf(outcome: Outcome): LogSample['finish'] {
  if (outcome === 'truncated') return 'length'
  return outcome === 'declined' || outcome === 'ended_early' ? outcome : 'stop'
}
