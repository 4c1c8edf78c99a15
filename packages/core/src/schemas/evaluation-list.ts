import { METHOD_NAMES } from '@cges-fleet/methods'
import { z } from 'zod'
import { MOST_COUNTED } from '../most-compared.js'
import { BenchmarkName } from './benchmark.js'
import { EvaluationStatus } from './evaluation-status.js'
import { EvaluationSummary, EvaluationView, TimeLeft } from './evaluation-view.js'
import { PoolName } from './pool.js'
import { Waits } from './notes.js'
import { Bounds } from './estimates.js'

/** Most tags of one evaluation. */
export const MOST_TAGS = 20

/** A word or two by which people group their evaluations. */
export const Tag = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(40, 'must be at most 40 characters')
  .regex(/^[^,\p{Cc}]*$/u, 'must have no comma and no control character')

/** What people write on an evaluation after submission. Each value replaces the old one; omitted values stay. */
export const EvaluationLabels = z.strictObject({
  tags: z
    .array(Tag)
    .max(MOST_TAGS, `must be at most ${MOST_TAGS} tags`)
    .transform((tags) => [...new Set(tags)].toSorted())
    .optional()
    .describe('all its tags: those that are not named are taken off'),
  note: z
    .string()
    .trim()
    .max(4000, 'must be at most 4,000 characters')
    .optional()
    .describe('in plain text; an empty one takes it off'),
})
export type EvaluationLabels = z.infer<typeof EvaluationLabels>

/** Recent owners and tags in use, as suggestions. */
export const LabelsInUse = z.object({ owners: z.array(z.string()), tags: z.array(z.string()) })
export type LabelsInUse = z.infer<typeof LabelsInUse>

/** Orders of a list of evaluations. Those without final figures come last when ordering by a figure. */
export const EvaluationSort = z.enum(['newest', 'name', 'accuracy', 'calls', 'saved', 'tokens'])
export type EvaluationSort = z.infer<typeof EvaluationSort>

const STATUSES = EvaluationStatus.options.join(', ')

const statuses = z
  .string()
  .max(80)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(EvaluationStatus.options, `must be one or more of ${STATUSES}, separated by commas`)))

const words = (most: number) =>
  z.string().trim().min(1, 'must not be empty').max(most, `must be at most ${most} characters`)

const day = z.iso.date('must be a day, as in 2026-01-31')

/** Which of a team's evaluations a list shows: those that meet every given condition. */
export const EvaluationFilter = z.strictObject({
  status: statuses.optional().describe(`some of ${STATUSES}, with commas between them`),
  attention: z
    .enum(['1'])
    .optional()
    .describe('1: only what needs a look: failed, stopped at a cap, or with blocked trials'),
  benchmark: BenchmarkName.optional().describe('the name of its benchmark'),
  pool: PoolName.optional().describe('the name of its pool'),
  model: words(200).optional().describe('the model of its pool'),
  method: z.enum(METHOD_NAMES).optional().describe('a method it has, whatever its parameters'),
  owner: words(200).optional().describe('the name of the key that submitted it'),
  mine: z.enum(['1']).optional().describe('1: only what a key of your key’s name submitted'),
  archived: z.enum(['1']).optional().describe('1: only archived ones, which are left out otherwise'),
  tag: Tag.optional().describe('a tag it has'),
  from: day.optional().describe('submitted on this day or later (UTC)'),
  to: day.optional().describe('submitted on this day or earlier (UTC)'),
  q: words(80).optional().describe('text in its name; capitals make no difference'),
})
export type EvaluationFilter = z.infer<typeof EvaluationFilter>

/** A request for a list of evaluations: filter, order and cursor. */
export const EvaluationQuery = EvaluationFilter.extend({
  sort: EvaluationSort.default('newest').describe(
    'newest first, by name, most accurate, fewest calls, most calls saved, fewest tokens',
  ),
  cursor: z.string().max(1000).optional().describe('the "next" of the page before, in the same order'),
})
export type EvaluationQuery = z.infer<typeof EvaluationQuery>

/** The file formats for all evaluations that match a filter. */
export const EvaluationListFile = z.enum(['evaluations.csv', 'evaluations.json'])
export type EvaluationListFile = z.infer<typeof EvaluationListFile>

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
  sc: z
    .number()
    .nullable()
    .describe('the final accuracy of SC at the same budget; null if there is none, and where it is SC itself'),
  live: Bounds.nullable().describe(
    'null where the figures are final; else limits between which the accuracy will end, as in `live` of a method’s report',
  ),
})
export type BestMethod = z.infer<typeof BestMethod>

/** What an evaluation has cost so far. */
export const EvaluationCost = EvaluationView.shape.spent.pick({ gpuSeconds: true, money: true, currency: true })
export type EvaluationCost = z.infer<typeof EvaluationCost>

/** One evaluation in a list. */
export const EvaluationRow = EvaluationSummary.extend({
  best: BestMethod.nullable().describe('null while nothing can be said, and where it was ended early'),
  calls: z.object({
    spent: z.int().describe('calls that count towards the cap'),
    cap: z.int().nullable(),
    most: z.int().describe('samples it can come to: every trial at the largest budget'),
  }),
  cost: EvaluationCost,
  eta: TimeLeft.nullable().describe(
    'while it runs, as on its page: null until 5 % of the trials are closed, or when nothing moves',
  ),
  waits: Waits.nullable().describe(
    'why it is not moving, as on its page: null while samples of it are in flight, and once it has ended',
  ),
})
export type EvaluationRow = z.infer<typeof EvaluationRow>

export const EvaluationPage = z.object({
  evaluations: z.array(EvaluationRow),
  next: z.string().nullable().describe('cursor of the next page'),
  total: z.int().describe(`how many match the filter; counted up to ${MOST_COUNTED.toLocaleString('en')}`),
})
export type EvaluationPage = z.infer<typeof EvaluationPage>

/** The files an evaluation can be exported as. */
export const ExportFile = z.enum([
  'verdicts.csv',
  'samples.jsonl',
  'gold.jsonl',
  'lm-eval-samples.jsonl',
  'lm-eval-results.json',
  'inspect.json',
  'nemo-results.jsonl',
])
export type ExportFile = z.infer<typeof ExportFile>
