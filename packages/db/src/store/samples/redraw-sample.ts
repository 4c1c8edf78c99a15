import type { EndedAttempt } from './complete-sample.js'
import { type Db, query } from '../query.js'

export interface Fault {
  readonly reason: string
  /** The fault came after the first byte, so it may depend on what was being written. */
  readonly unclear: boolean
  readonly backOffMs: number
}

/** Sends a sample back to be drawn again after a fault of the infrastructure, under the attempt's own fence. */
export async function redrawSample(db: Db, attempt: EndedAttempt, fault: Fault): Promise<boolean> {
  return release(db, attempt, { ...fault, reason: fault.reason.slice(0, 1000), handedBack: false })
}

/** Hands a sample back undrawn, as a draining worker does: this delivery does not count. */
export async function handBackSample(db: Db, attempt: EndedAttempt, reason: string): Promise<boolean> {
  return release(db, attempt, { reason, handedBack: true, unclear: false, backOffMs: 0 })
}

async function release(db: Db, attempt: EndedAttempt, why: Fault & { handedBack: boolean }): Promise<boolean> {
  const rows = await query<{ released: boolean }>(db, RELEASE, [
    attempt.trialId,
    attempt.index,
    attempt.fence,
    why.handedBack,
    why.unclear,
    why.backOffMs,
    why.reason,
    attempt.gpuMs ?? null,
  ])
  return rows[0]?.released ?? false
}

const RELEASE = `SELECT * FROM release_sample($1, $2, $3, $4, $5, $6, $7, $8)`
