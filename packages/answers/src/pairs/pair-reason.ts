import { z } from 'zod'

/** A row of arguable.jsonl or overruled.jsonl: a pair that is judged against the rule, and why. */
export const PairReason = z.strictObject({ a: z.string(), b: z.string(), reason: z.string().min(10) })
export type PairReason = z.infer<typeof PairReason>
