import { z } from 'zod'
import { AnswerKind } from '../answer-key.js'

/**
 * A way in which people state a choice, with where it was seen. Those held out, which a hash of their text chose, were
 * not looked at while the reader was written.
 */
export const ChoiceForm = z.strictObject({
  text: z.string(),
  choices: z.union([z.int(), z.array(z.string())]),
  right: z.string().length(1),
  source: z.string(),
  heldOut: z.literal(true).optional(),
})

/** A way in which a language states a number, `{n}`. */
export const NumberForm = z.strictObject({
  language: z.string(),
  form: z.string(),
  heldOut: z.literal(true).optional(),
})

/** A case of a public report of a grader's fault. */
export const ReportedCase = z.strictObject({
  id: z.string(),
  source: z.string(),
  failed_there: z.string(),
  input: z.union([
    z.strictObject({ kind: AnswerKind, a: z.string(), b: z.string() }),
    z.strictObject({
      kind: AnswerKind,
      text: z.string(),
      choices: z.union([z.int(), z.array(z.string())]).optional(),
    }),
  ]),
  right: z.record(z.string(), z.unknown()),
  why: z.string(),
})
