import { z } from 'zod'

/**
 * Which questions to show: where verdicts differ, where one is wrong with a score of 0.9 or more, where one that stopped
 * early differs from the vote of its whole budget, where one is missing, where a sample could not be drawn, took several
 * attempts, or was cut.
 */
export const QuestionFilter = z.enum([
  'disagree',
  'confident-wrong',
  'would-flip',
  'unresolved',
  'blocked',
  'redrawn',
  'truncated',
])
export type QuestionFilter = z.infer<typeof QuestionFilter>

/** How one method ended on a question; `unresolved` has no verdict, those that are `blocked` among them. */
export const VerdictState = z.enum(['correct', 'wrong', 'resolved', 'unresolved', 'blocked'])
export type VerdictState = z.infer<typeof VerdictState>

/** A score from which a wrong verdict is called confident. */
export const CONFIDENT_SCORE = 0.9

const PLACE = /^\d{1,6}\.\d{1,9}$/

/** Where a page begins or ends: replicate and position, as `0.17`. */
export const QuestionPlace = z
  .string()
  .regex(PLACE, 'must be a replicate and a position, such as 0.17: the "next" or "previous" of a page')

const filters = z
  .string()
  .max(100)
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .pipe(z.array(QuestionFilter))
  .describe(`several, with commas between them, must all hold: ${QuestionFilter.options.join(', ')}`)

/** What is asked for among the questions of an evaluation, as an address says it; each condition narrows. */
export const QuestionSelection = z.object({
  filter: filters.optional(),
  method: z
    .string()
    .max(300)
    .optional()
    .describe('the method that the conditions on verdicts are about; any unless given'),
  verdict: VerdictState.optional().describe('how that method ended: correct, wrong, resolved, unresolved, blocked'),
  answer: z.string().max(4000).optional().describe('the answer of a verdict, by its comparison key'),
  q: z
    .string()
    .max(100)
    .refine((text) => !text.includes('\0'), 'must not hold NUL')
    .optional()
    .describe('a text that the question or its id contains'),
  examples: z.enum(['0', '1']).optional().describe('1: with the questions and responses of a gated benchmark'),
})
export type QuestionSelection = z.infer<typeof QuestionSelection>
