import { z } from 'zod'

const key = z.string().min(1).max(200)

/** Which key of a dataset's row holds each part of a question, if it is not the part's own name. */
export const QuestionFields = z.strictObject({
  id: key.optional(),
  question: key.optional(),
  answer: key.optional(),
  /** A list of the choices; the answer is then the letter of one. */
  choices: key.optional(),
  /** The wrong choices, one key each; the answer is then the text of the right one, and the choices are shuffled. */
  distractors: z.array(key).min(1).max(25).optional(),
})
export type QuestionFields = z.infer<typeof QuestionFields>
