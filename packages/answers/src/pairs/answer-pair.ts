import { z } from 'zod'
import { AnswerKind } from '../answer-kind.js'

/**
 * A row of pairs.jsonl: two answers, and whether they are one. `derived` is right by construction and made by
 * `derive`, the others were judged by a person; `heldOut` ones were not looked at while the keys were written.
 */
export const AnswerPair = z.strictObject({
  class: z.string().min(1),
  kind: AnswerKind,
  a: z.string().min(1),
  b: z.string().min(1),
  same: z.boolean(),
  derived: z.literal(true).optional(),
  heldOut: z.literal(true).optional(),
})
export type AnswerPair = z.infer<typeof AnswerPair>
