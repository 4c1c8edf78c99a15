import { z } from 'zod'
import { MOST_COMPARED } from '../most-compared.js'
import { BenchmarkName } from './benchmark.js'
import { refuseFinishByUnderCaps } from './finish-by.js'
import { EvaluationDraft, parseUntil } from './evaluation-spec.js'
import { parseMethods } from './method-inputs.js'
import { EvaluationId, EvaluationStatus } from './evaluation-status.js'
import { PoolName } from './pool.js'
import { SuiteUntilDraft } from './until.js'

/** The name of a suite. */
export const SuiteName = z.string().trim().min(1).max(120)

const distinct = (values: readonly string[]) => new Set(values).size === values.length

const { name: _name, suite: _suite, benchmark: _benchmark, pool: _pool, ...shared } = EvaluationDraft.shape

const UNTIL =
  'ends evaluations before their last question, once their results are sure. Their figures are then limits for all questions, and `extend` goes on'

/** A suite as written: every benchmark on every pool, with the same methods and settings. */
export const SuiteDraft = z.strictObject({
  suite: SuiteName.describe('its name; one table holds all its evaluations: `cges compare --suite NAME`').meta({
    examples: ['table-1'],
  }),
  benchmarks: z
    .array(BenchmarkName)
    .min(1, 'name at least one benchmark')
    .refine(distinct, 'name each benchmark once')
    .describe('benchmarks that were imported, by name')
    .meta({ examples: [['gsm8k', 'math-500']] }),
  pools: z
    .array(PoolName)
    .min(1, 'name at least one pool')
    .refine(distinct, 'name each pool once')
    .describe('a pool for each model')
    .meta({ examples: [['small', 'large']] }),
  ...shared,
  until: SuiteUntilDraft.optional()
    .describe(UNTIL)
    .meta({ examples: [{ models: 'sc@16' }] }),
})

/** What a team submits at once: an evaluation for each benchmark on each pool. */
export const SuiteSpec = SuiteDraft.transform((draft, ctx) => {
  const methods = parseMethods(draft, ctx)
  refuseFinishByUnderCaps(draft, ctx)
  if (draft.benchmarks.length * draft.pools.length > MOST_COMPARED) {
    const message = `benchmarks times pools may be at most ${MOST_COMPARED}`
    ctx.addIssue({ code: 'custom', message, path: ['benchmarks'] })
  }
  const { budget: _budget, ...rest } = draft
  return { ...rest, methods, until: parseUntil(draft, methods, ctx) }
})
export type SuiteSpec = z.output<typeof SuiteSpec>
export type SuiteSpecInput = z.input<typeof SuiteSpec>

/** The evaluations of a suite that was submitted, benchmark by benchmark. */
export const SubmittedSuite = z.object({
  suite: z.string(),
  evaluations: z.array(z.object({ id: EvaluationId, benchmark: z.string(), pool: z.string() })),
})
export type SubmittedSuite = z.infer<typeof SubmittedSuite>

const SuiteStanding = z.enum([...EvaluationStatus.options, 'incomplete'])

/** A suite in the index. */
export const SuiteRow = z.object({
  suite: z.string(),
  evaluations: z.int(),
  benchmarks: z.int(),
  pools: z.int(),
  statuses: z
    .partialRecord(SuiteStanding, z.int())
    .describe('how many evaluations have which status; `incomplete`: done or decided, and questions failed'),
  newestAt: z.iso.datetime().describe('when its newest evaluation was submitted'),
})
export type SuiteRow = z.infer<typeof SuiteRow>

/** A page of a team's suites. */
export const SuiteList = z.object({
  suites: z.array(SuiteRow),
  next: z.string().nullable().describe('what to ask for as "after" for the next page; null on the last'),
})
export type SuiteList = z.infer<typeof SuiteList>

/** Suites of one page. */
export const SUITES_OF_PAGE = 50
