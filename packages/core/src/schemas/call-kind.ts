import { z } from 'zod'

/**
 * The kinds of call, by what they request of a model: a sample, an order of questions by difficulty, the scores of a
 * sample's steps.
 */
export const CallKind = z.enum(['draw', 'rank', 'score'])
export type CallKind = z.infer<typeof CallKind>
