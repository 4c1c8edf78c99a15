import { z } from 'zod'
import { refuseField } from '../http/refusal.js'

/** The id of an evaluation, in a path. */
export const EvaluationId = z.uuid({
  error: ({ input }) =>
    `${JSON.stringify(input)} must be the id of an evaluation: submitting one gives it, and the address of its page ends with it`,
})

/** What a client may send as its Idempotency-Key. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/** Reads a client's Idempotency-Key; null where it sent none. */
export function readIdempotencyKey(key: string | string[] | undefined): string | null {
  if (key === undefined) return null
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw refuseField('Idempotency-Key', 'must be 1 to 200 visible characters')
  return key
}
