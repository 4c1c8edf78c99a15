import { z } from 'zod'

/**
 * How an answer was found in a response, the surest first: `marked` by a box or the format's own marker, `stated` in
 * words as the answer, or merely the `last` number, date, letter or phrase that fits its kind.
 */
export const AnswerTier = z.enum(['marked', 'stated', 'last'])
export type AnswerTier = z.infer<typeof AnswerTier>

/** An answer that one way of reading gives, null if it gives none; with the language that states it, by ISO 639. */
export type Found = readonly [tier: AnswerTier, answer: string | null, language?: string | undefined]
