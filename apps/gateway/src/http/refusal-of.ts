import { isOutage } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Refusal } from './refusal.js'

const log = logger('Request')

const OUTAGE_SECONDS = 2

/** Says what a client is told of an error; one that nobody expected is logged. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isOutage(error))
    return new Refusal('unavailable', 'The database does not answer: send this again.', { retryAfter: OUTAGE_SECONDS })
  if (error instanceof Error && error.name === 'TimeoutError')
    return new Refusal('too_late', 'The request took longer than the gateway allows.')
  if (!(error instanceof Error && error.name === 'AbortError'))
    log.error(
      error instanceof Error ? error.message : String(error),
      error instanceof Error ? { stack: error.stack } : {},
    )
  return new Refusal('unavailable', 'The gateway could not answer this.', { retryAfter: OUTAGE_SECONDS })
}
