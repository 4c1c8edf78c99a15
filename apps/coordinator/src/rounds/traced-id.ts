import type { QueuedCall } from '@cges-fleet/db'

/** The id that trace sampling is decided by: all calls of a trial are traced, or none. */
export function tracedId({ callId, trialId, rankingId }: QueuedCall): string {
  return trialId ?? rankingId ?? callId
}
