import { type EvaluationReason, LONGEST_REASON } from '@cges-fleet/core'
import { storable } from '@cges-fleet/formats'

/** Writes a reason as it is stored: whatever somebody or a server said in it is cut to what a column holds. */
export function reasonJson(reason: EvaluationReason | null): string | null {
  return reason === null ? null : JSON.stringify(storedReason(reason))
}

/** Cuts what somebody or a server said in a reason to what a column holds. */
export function storedReason(reason: EvaluationReason): EvaluationReason {
  return reason.why === null
    ? reason
    : ({ ...reason, why: storable(reason.why.slice(0, LONGEST_REASON)) } as EvaluationReason)
}
