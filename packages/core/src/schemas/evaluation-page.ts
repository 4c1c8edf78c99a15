import { z } from 'zod'
import { EvaluationSummary, TimeLeft } from './evaluation-view.js'
import { Bounds } from './share-estimate.js'

/** The most accurate method of an evaluation; ties: the one with the fewest calls. */
export const BestMethod = z.object({
  key: z.string(),
  label: z.string(),
  accuracy: z.number(),
  trials: z.int().describe('how many trials the accuracy stands on'),
  calls: z.number().describe('calls charged per question'),
  saved: z.number().describe('1 − calls / budget: what SC at the same budget would have cost'),
  tokens: z
    .number()
    .nullable()
    .describe('tokens used per question; null while it runs, and where they are not known of all'),
  live: Bounds.nullable().describe(
    'null where the figures are final; else limits between which the accuracy will end, as in `live` of a method’s report',
  ),
})
export type BestMethod = z.infer<typeof BestMethod>

/** One evaluation in a list. */
export const EvaluationRow = EvaluationSummary.extend({
  best: BestMethod.nullable().describe('null while nothing can be said, and where it was ended early'),
  calls: z.object({
    spent: z.int().describe('calls that count towards the cap'),
    cap: z.int().nullable(),
    most: z.int().describe('samples it can come to: every trial at the largest budget'),
  }),
  eta: TimeLeft.nullable().describe(
    'while it runs, as on its page: null until 5 % of the trials are closed, or when nothing moves',
  ),
})
export type EvaluationRow = z.infer<typeof EvaluationRow>

export const EvaluationPage = z.object({
  evaluations: z.array(EvaluationRow),
  next: z.string().nullable().describe('cursor of the next page'),
})
export type EvaluationPage = z.infer<typeof EvaluationPage>
