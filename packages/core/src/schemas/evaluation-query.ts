import { METHOD_NAMES } from '@cges-fleet/methods'
import { z } from 'zod'
import { BenchmarkName } from './benchmark.js'
import { EvaluationStatus } from './evaluation-status.js'
import { PoolName } from './pool.js'
import { Tag } from './evaluation-labels.js'

/** Orders of a list of evaluations. Those without final figures come last when ordering by a figure. */
export const EvaluationSort = z.enum(['newest', 'name', 'accuracy', 'calls', 'saved', 'tokens'])
export type EvaluationSort = z.infer<typeof EvaluationSort>

const STATUSES = EvaluationStatus.options.join(', ')

const statuses = z
  .string()
  .max(80)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(EvaluationStatus.options, `must be some of ${STATUSES}, with commas between them`)))

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
