import { z } from 'zod'

/** What an evaluation may spend at most, redraws apart: calls of every kind (draw, rank, score) and tokens in and out. */
export const Caps = z.strictObject({
  calls: z.int().min(1).max(1_000_000_000).optional(),
  tokens: z.int().min(1).optional(),
})
export type Caps = z.infer<typeof Caps>
