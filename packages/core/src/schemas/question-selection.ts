import { z } from 'zod'
import { EvaluationId } from './evaluation-status.js'

const whole = (most: number, what: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be ${what}, a whole number from 0`)
    .transform(Number)
    .refine((value) => value <= most, `must be ${what}, at most ${most}`)

/** A question's place in its benchmark, in a path. */
export const Position = whole(999_999_999, 'the place of a question in its benchmark')

/** A sample's index, in a path. */
export const SampleIndex = whole(1023, 'the index of a sample')

/** Which of an evaluation's replicates, in a query. */
export const Replicate = whole(999_999, 'a replicate')

/** The offset of a part, in a query. */
export const From = whole(999_999_999, 'the "next" of the part before')

/**
 * Which questions to show: where verdicts differ, where one is wrong with a score of 0.9 or more, where one that stopped
 * early differs from the vote of its whole budget, where one is missing, where a sample could not be drawn, took several
 * attempts, was cut, or took more than three times as long as one usually does, or that a member
 * flagged or commented on.
 */
export const QuestionFilter = z.enum([
  'disagree',
  'confident-wrong',
  'would-flip',
  'unresolved',
  'blocked',
  'redrawn',
  'truncated',
  'slow',
  'flagged',
  'commented',
])
export type QuestionFilter = z.infer<typeof QuestionFilter>

/**
 * How one method ended on a question: `unanswered` are those of the wrong whose verdict has no answer; `unresolved` has no
 * verdict, those that are `blocked` among them.
 */
export const VerdictState = z.enum(['correct', 'wrong', 'unanswered', 'resolved', 'unresolved', 'blocked'])
export type VerdictState = z.infer<typeof VerdictState>

/** A sample that takes this many times as long as usual is called slow. */
export const SLOW_TIMES = 3

/** A score from which a wrong verdict is called confident. */
export const CONFIDENT_SCORE = 0.9

/** Who of two methods is right on a question that both have verdicts on: `this` the one selected, `other` the one beside it. */
export const Agreement = z.enum(['both', 'this', 'other', 'neither'])
export type Agreement = z.infer<typeof Agreement>

const PLACE = /^\d{1,6}\.\d{1,9}$/

/** A cursor of questions: replicate and position, as `0.17`. */
export const QuestionPlace = z
  .string()
  .regex(PLACE, 'must be a replicate and a position, such as 0.17: the "next" or "previous" of a page')

const filters = z
  .string()
  .max(100)
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .pipe(z.array(QuestionFilter))
  .describe(`several, with commas between them, must all hold: ${QuestionFilter.options.join(', ')}`)

/** A selection among the questions of an evaluation, as a URL has it; each condition narrows it. */
export const QuestionSelection = z.object({
  filter: filters.optional(),
  method: z
    .string()
    .max(300)
    .optional()
    .describe('the method that the conditions on verdicts are about; any unless given'),
  verdict: VerdictState.optional().describe(`how that method ended: ${VerdictState.options.join(', ')}`),
  agreement: Agreement.optional().describe('who is right: both, this method alone, the other alone, neither'),
  versus: EvaluationId.optional().describe('the evaluation of the other method; this one unless given'),
  versusMethod: z.string().max(300).optional().describe('the other method; the same one unless given'),
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

/** The forms in which all questions that a selection finds can be had at once. */
export const QuestionListFile = z.enum(['questions.csv', 'questions.jsonl'])
export type QuestionListFile = z.infer<typeof QuestionListFile>
