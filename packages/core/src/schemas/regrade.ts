import { z } from 'zod'

/** One grading's result for a sample or a method's verdict. */
export const GradedAnswer = z.object({
  answer: z.string().nullable().describe('the key votes compare; null where there is none'),
  correct: z.boolean(),
  calls: z.int().nullable().describe('of a verdict: the calls charged'),
  reason: z.string().describe('of a verdict: why it stopped, or undecided; of a sample: its outcome'),
})
export type GradedAnswer = z.infer<typeof GradedAnswer>

/** Something that another grading version sees differently. A respelled key does not count. */
export const RegradeFlip = z.object({
  questionId: z.string(),
  replicate: z.int(),
  sample: z.int().nullable().describe('the index of the sample whose answer flipped'),
  method: z.string().nullable().describe('the key of the method whose verdict flipped'),
  before: GradedAnswer,
  after: GradedAnswer,
})
export type RegradeFlip = z.infer<typeof RegradeFlip>

/** Stored samples read and decided again with another grading version, at no call. */
export const Regrade = z.object({
  evaluationId: z.string(),
  gradingVersion: z.int(),
  requestedAt: z.string(),
  finishedAt: z.string().nullable().describe('null until the coordinator has done it'),
  digest: z.string().nullable().describe('SHA-256 over the verdicts of this grading version'),
  samples: z.int().describe('samples read again'),
  unreadable: z.int().describe('samples whose text is no longer stored: they keep their answer'),
  answers: z.int().describe('samples whose answer flipped'),
  verdicts: z.int().describe('verdicts that flipped'),
  correctness: z.int().describe('verdicts that became right or wrong'),
  undecided: z.int().describe('verdicts whose rule the regraded samples no longer satisfy: counted as wrong'),
  flips: z.array(RegradeFlip).describe('verdicts first; at most 1,000'),
})
export type Regrade = z.infer<typeof Regrade>
