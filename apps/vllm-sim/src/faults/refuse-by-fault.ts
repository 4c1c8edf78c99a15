import { serverError, wireError } from '../protocol/wire-error.js'
import type { Fault } from './fault.js'

/** A response that is no answer. */
export interface Refusal {
  readonly status: number
  readonly body: unknown
}

/** Returns the refusal a fault sends instead of an answer; null if the answer begins. */
export function refuseByFault(fault: Fault | null): Refusal | null {
  if (fault?.kind === 'nan') return serverError('Out of range float values are not JSON compliant')
  if (fault?.kind !== 'status') return null
  if (fault.body !== undefined) return { status: fault.status, body: fault.body }
  if (fault.status === 401) return { status: 401, body: { error: 'Unauthorized' } }
  return wireError(fault.status, { message: `A fault made on demand: ${fault.status}.`, param: null })
}
