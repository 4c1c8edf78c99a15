import type { AnswerTier } from './answer-tier.js'

/** An answer that one way of reading gives, null if it gives none; with the language that states it, by ISO 639. */
export type Found = readonly [tier: AnswerTier, answer: string | null, language?: string | undefined]
