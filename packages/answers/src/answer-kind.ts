import { z } from 'zod'

/** How an answer is read out of a response and compared: mathematics, a letter among choices, a date, or plain text. */
export const AnswerKind = z.enum(['math', 'choice', 'date', 'text'])
export type AnswerKind = z.infer<typeof AnswerKind>
