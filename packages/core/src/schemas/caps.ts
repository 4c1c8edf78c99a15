import { z } from 'zod'
import { MOST_IN_ALL } from './bounds.js'

const CALLS = 'must be a whole number from 1 to 1,000,000,000'
const TOKENS = `must be a whole number from 1 to ${MOST_IN_ALL.toLocaleString('en')}`

/** Spending limits of an evaluation, redraws apart: calls of every kind (draw, rank, score) and tokens in and out. */
export const Caps = z.strictObject({
  calls: z.int(CALLS).min(1, CALLS).max(1_000_000_000, CALLS).optional(),
  tokens: z.int(TOKENS).min(1, TOKENS).max(MOST_IN_ALL, TOKENS).optional(),
})
export type Caps = z.infer<typeof Caps>
