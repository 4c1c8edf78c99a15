import { AnswerTier } from '@cges-fleet/answers'
import { Confidences } from '@cges-fleet/methods'
import { z } from 'zod'
import { Outcome } from './calls.js'
import { CommentFlag, QuestionComment } from './comments.js'
import { QuestionFilter } from './question-selection.js'

const TrialState = z.enum(['open', 'closed', 'blocked'])

const verdict = {
  method: z.string().describe('the method’s key'),
  state: z.enum(['resolved', 'open', 'blocked']),
  calls: z.int().describe('charged; of an open one, samples read so far'),
  correct: z.boolean().nullable().describe('null until it is resolved'),
  score: z.number().nullable(),
  otherScore: z
    .number()
    .nullable()
    .describe('the posterior of all answers not seen, when it stopped; null until then, and where the method has none'),
  reason: z
    .string()
    .nullable()
    .describe(
      'why it stopped: threshold, window, budget, other, easy, calibration, total, abstained, external; null until it is resolved',
    ),
}

/** A method's verdict on a question, or its standing; the answer of an open one is its leader. */
export const QuestionVerdict = z.object({
  ...verdict,
  answer: z.string().nullable().describe('its comparison key, cut at 100 characters; a number where it is withheld'),
})
export type QuestionVerdict = z.infer<typeof QuestionVerdict>

/** One question of one replicate, as a list shows it. */
export const QuestionRow = z.object({
  position: z.int(),
  replicate: z.int(),
  questionId: z.string(),
  excerpt: z.string().nullable().describe('how the question begins; null where it is withheld'),
  state: TrialState,
  samples: z.int().describe('samples read so far'),
  verdicts: z.array(QuestionVerdict).describe('in the order of the evaluation’s methods; none where nothing was read'),
  flags: z.array(CommentFlag).describe('what members flagged, each once'),
  commentCount: z.int().describe('how many comments members wrote'),
  versus: QuestionVerdict.nullable().describe(
    'of the method that "agreement" holds to, on the same question; else null',
  ),
})
export type QuestionRow = z.infer<typeof QuestionRow>

/** A page of the questions selected. */
export const QuestionPage = z.object({
  questions: z.array(QuestionRow),
  next: z.string().nullable().describe('"after" of the next page; there may be one though this one is not full'),
  previous: z.string().nullable().describe('"before" of the page before'),
  withheld: z
    .boolean()
    .describe('the benchmark is gated: questions, answers and responses are returned only with examples=1'),
})
export type QuestionPage = z.infer<typeof QuestionPage>

/** How many questions match each filter. */
export const QuestionCounts = z.object({
  trials: z.int().describe('questions times replicates'),
  lookedAt: z.int().describe('of these, how many were looked at: all, or the first 20,000'),
  matching: z.int().describe('how many the selection finds among them'),
  filters: z.record(QuestionFilter, z.int()).describe('how many each filter finds by itself'),
  worst: z
    .object({ position: z.int(), replicate: z.int() })
    .nullable()
    .describe(
      'the worst disagreement: of the questions on which methods disagree, of those that one got right if there are any, the one with the highest score at which another stopped before its budget and was wrong, the first of several; null where methods agree on all',
    ),
})
export type QuestionCounts = z.infer<typeof QuestionCounts>

/** One distinct answer to a question. */
export const QuestionAnswer = z.object({
  key: z.string().describe('its comparison key, cut at 300 characters; a number where it is withheld'),
  count: z.int().describe('samples that gave it'),
  correct: z.boolean().nullable().describe('null where it is not graded yet'),
})
export type QuestionAnswer = z.infer<typeof QuestionAnswer>

/** One call for a sample. */
export const SampleAttempt = z.object({
  attempt: z.int(),
  state: z.string().describe('started, settled, failed, discarded, handed_back, lost or abandoned'),
  reason: z.string().nullable(),
  worker: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
})
export type SampleAttempt = z.infer<typeof SampleAttempt>

/** One sample of a question, without its text. */
export const QuestionSample = z.object({
  index: z.int(),
  state: z.enum(['pending', 'leased', 'landed', 'read']),
  outcome: Outcome.nullable(),
  rawAnswer: z.string().nullable().describe('as it was read, cut at 300 characters'),
  answer: z.int().nullable().describe('its place among the answers'),
  tier: AnswerTier.nullable().describe('by what the answer was found'),
  signals: Confidences.nullable(),
  lowestGroups: z
    .record(z.string(), z.number())
    .nullable()
    .describe('the lowest confidence of a group of its tokens, by the tokens of a group; where a method reads it'),
  promptTokens: z.int().nullable(),
  completionTokens: z.int().nullable(),
  finishReason: z.string().nullable(),
  ttftMs: z.number().nullable(),
  totalMs: z.number().nullable(),
  error: z.string().nullable(),
  excerpt: z.string().nullable().describe('how its text ends; null where none is stored or it is withheld'),
  text: z.boolean().describe('whether a text is stored'),
  reasoning: z.boolean(),
  tokens: z.boolean().describe('whether log-probabilities of its tokens are stored'),
  attempts: z.array(SampleAttempt).describe('the newest ten'),
})
export type QuestionSample = z.infer<typeof QuestionSample>

const Place = z.object({ position: z.int(), replicate: z.int() }).nullable()

/** One question of one replicate with its samples and verdicts. */
export const QuestionView = QuestionRow.omit({
  samples: true,
  verdicts: true,
  versus: true,
  excerpt: true,
  flags: true,
  commentCount: true,
}).extend({
  withheld: z.boolean().describe('the benchmark is gated, and examples=1 was not asked for'),
  textsDeletedAt: z.string().nullable().describe('when the texts of its samples were deleted, by the team’s retention'),
  prompt: z.string().nullable().describe('as it was sent, cut at 64,000 characters'),
  choices: z.array(z.string()).nullable(),
  gold: z.string().nullable().describe('the reference answer'),
  comments: z.array(QuestionComment).describe('of the team’s members, oldest first'),
  answers: z.array(QuestionAnswer).describe('in the order first seen'),
  samples: z.array(QuestionSample).describe('by index'),
  verdicts: z.array(
    z.object({
      ...verdict,
      answer: z.int().nullable().describe('its place among the answers'),
      tokens: z
        .number()
        .nullable()
        .describe('generated for the calls charged; null until it is resolved, and where those of one are not known'),
    }),
  ),
  neighbours: z
    .object({
      previous: Place,
      next: Place,
      secondPrevious: Place.describe('the one before the previous'),
      secondNext: Place.describe('the one after the next'),
      previousDisagreement: Place,
      nextDisagreement: Place,
    })
    .describe('the questions beside this one among those selected; looked for among 5,000 in each direction'),
})
export type QuestionView = z.infer<typeof QuestionView>

/** A part of what a model wrote. */
export const SampleText = z.object({
  text: z.string().nullable().describe('16,000 characters at most; null where none is stored'),
  characters: z.int().describe('of the whole'),
  next: z.int().nullable().describe('"from" of what follows'),
})
export type SampleText = z.infer<typeof SampleText>

/** A part of a sample's tokens. */
export const SampleTokens = z.object({
  logprobs: z.array(z.number().nullable()).nullable().describe('2,000 at most; −∞ is null; null where none are stored'),
  ids: z.array(z.int()).nullable().describe('null where none are stored, or withheld'),
  tokens: z.int().describe('of the whole'),
  next: z.int().nullable(),
})
export type SampleTokens = z.infer<typeof SampleTokens>
