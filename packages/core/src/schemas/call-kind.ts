import { z } from 'zod'

/** What a call asks a model for: a sample, an order of questions by difficulty, the scores of a sample's steps. */
export const CallKind = z.enum(['draw', 'rank', 'score'])
export type CallKind = z.infer<typeof CallKind>
