import { z } from 'zod'

/** A client's Idempotency-Key, so that a request sent twice is carried out once. */
export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible characters')
