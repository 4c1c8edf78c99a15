import type { QueuedCall } from '@cges-fleet/db'

/** By what it is decided whether a call is traced: all calls of a trial are, or none. */
export function tracedId({ callId, trialId, rankingId }: QueuedCall): string {
  return trialId ?? rankingId ?? callId
}
