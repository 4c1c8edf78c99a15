import { DEFAULT_BUDGET, methodKey, type MethodSpec, parseMethodSpec } from '@cges-fleet/methods'
import { z } from 'zod'
import { BenchmarkName } from './benchmark.js'
import { MOST_IN_ALL } from './bounds.js'
import { refuseFinishByUnderCaps, WantedAt } from './finish-by.js'
import { budgetOfMethods, methodInputs, parseMethods, whyReplayed } from './method-inputs.js'
import { PoolName } from './pool.js'
import { Priority } from './priority.js'
import { Sampling } from './sampling.js'
import { readUntil, type SuiteUntilDraft, type Until, UntilDraft } from './until.js'
import { WebhookName } from './webhook.js'

const NO_SHARE = 'must be a share from 0 to 1, such as 0.05'

/** The share of an evaluation's trials that is drawn on to the largest budget, whatever its methods need; 0 for none. */
export const AuditShare = z.number(NO_SHARE).min(0, NO_SHARE).max(1, NO_SHARE)
export type AuditShare = z.infer<typeof AuditShare>

const CALLS = 'must be a whole number from 1 to 1,000,000,000'
const TOKENS = `must be a whole number from 1 to ${MOST_IN_ALL.toLocaleString('en')}`

/** Spending limits of an evaluation, redraws apart: calls of every kind (draw, rank, score) and tokens in and out. */
export const Caps = z.strictObject({
  calls: z
    .int(CALLS)
    .min(1, CALLS)
    .max(1_000_000_000, CALLS)
    .optional()
    .describe('calls of every kind: draw, score, rank; redraws are not counted')
    .meta({ examples: [20_000] }),
  tokens: z
    .int(TOKENS)
    .min(1, TOKENS)
    .max(MOST_IN_ALL, TOKENS)
    .optional()
    .describe('tokens of prompts and answers together')
    .meta({ examples: [40_000_000] }),
})
export type Caps = z.infer<typeof Caps>

/** Most samples of a question that are asked for ahead of need. */
const FURTHEST = 64

const NO_LOOKAHEAD = `must be off, auto, or a whole number from 1 to ${FURTHEST}`

/**
 * How far an evaluation looks ahead of certain need when slots of its pool would be idle: not at all, as far as each
 * question is predicted to go, or a number of samples.
 */
export const Lookahead = z.union([z.literal(['off', 'auto']), z.int().min(1).max(FURTHEST)], NO_LOOKAHEAD)
export type Lookahead = z.infer<typeof Lookahead>

/** Most samples of an interactive evaluation, so that no team's whole work goes before others'. */
export const MOST_INTERACTIVE = 512

/** The order mixes the runs of a question with those of others: an end in between would split questions. */
const REPLICATED =
  'does not go with replicates above 1: it would end between two runs of a question. Leave one of the two out, or extend it by replicates once it has ended'

/** Reads when a draft's evaluation may end early; what cannot be becomes an issue of its field. */
export function parseUntil(
  {
    until,
    budget,
    replicates = 1,
    pools = [],
  }: Pick<Partial<EvaluationDraft>, 'replicates'> & {
    readonly until?: SuiteUntilDraft | undefined
    readonly budget: number
    readonly pools?: readonly string[]
  },
  methods: readonly MethodSpec[],
  ctx: z.RefinementCtx,
): Until | undefined {
  if (until === undefined) return undefined
  if (replicates > 1) ctx.addIssue({ code: 'custom', message: REPLICATED, path: ['until'] })
  const read = readUntil(until, methods, budget, pools)
  if (!('problem' in read)) return read
  ctx.addIssue({ code: 'custom', message: read.problem, path: ['until', ...read.path] })
  return undefined
}

const ABOUT_UNTIL =
  'ends before the last question, once the result is sure; pays off from about 1,000 questions. Figures are then limits for all questions; you can extend it'

/** A submission as written, with its methods in the form they were written in. */
export const EvaluationDraft = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .optional()
    .describe('name shown in lists; benchmark and pool unless given')
    .meta({ examples: ['GSM8K, 7B model'] }),
  suite: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .optional()
    .describe('evaluations of the same suite are reported as one table')
    .meta({ examples: ['table-1'] }),
  benchmark: BenchmarkName.describe('a benchmark that was imported, by name').meta({ examples: ['gsm8k'] }),
  pool: PoolName.describe('the workers that serve one model').meta({ examples: ['gpu'] }),
  methods: methodInputs
    .describe('stopping rules that decide on the same samples')
    .meta({ examples: [['sc', 'esc:window=4', 'asc-beta']] }),
  budget: budgetOfMethods,
  replicates: whole(1, 1000)
    .default(1)
    .describe('how often the benchmark is repeated, each time with its own seeds')
    .meta({ examples: [4] }),
  seed: whole(0)
    .default(0)
    .describe('sets every sample and the order: the same seed with the same model gives the same result')
    .meta({ examples: [7] }),
  questions: whole(1)
    .optional()
    .describe('uses only the first so many questions of the file')
    .meta({ examples: [100] }),
  sampling: Sampling.partial()
    .default({})
    .describe('parameters of the model; what is left out comes from the benchmark, then from the defaults')
    .meta({ examples: [{ temperature: 0.6, maxTokens: 2048 }] }),
  interactive: z
    .boolean()
    .default(false)
    .describe(`runs before all other work in the pool, for at most ${MOST_INTERACTIVE} samples`)
    .meta({ examples: [true] }),
  priority: Priority.default('normal')
    .describe(
      'among your team’s evaluations in the pool: while samples of all wait, high, normal and low take turns 16 : 4 : 1. Other teams and results are unaffected',
    )
    .meta({ examples: ['high'] }),
  lookahead: Lookahead.optional()
    .describe(
      'idle slots draw samples that will probably be needed: it ends sooner and draws a few samples more; no verdict changes. `auto` if left out, `off` on a pool with a price. Not used with a cap',
    )
    .meta({ examples: ['auto', 4] }),
  finishBy: WantedAt.optional()
    .describe(
      'when you want it: as it comes near, idle slots draw more samples of a question at once. Verdicts stay the same and nothing ends then. Not with caps',
    )
    .meta({ examples: ['2026-12-01T18:00:00Z'] }),
  audit: AuditShare.optional()
    .describe(
      'share of questions drawn to the largest budget, to measure how often stops agree with the full vote. No verdict changes; the draws count under the caps',
    )
    .meta({ examples: [0.05] }),
  until: UntilDraft.optional()
    .describe(ABOUT_UNTIL)
    .meta({ examples: [{ accuracy: 4 }] }),
  caps: Caps.default({})
    .describe('the most it may spend. At a cap it stops and keeps its samples; you can extend it later')
    .meta({ examples: [{ calls: 20_000 }] }),
  notify: WebhookName.optional()
    .describe('a webhook that your operator registered, notified at the end')
    .meta({ examples: ['ci'] }),
  reasoning: z
    .boolean()
    .default(false)
    .describe('the model thinks before it answers, and gets room for both: 32,768 tokens unless another limit is set')
    .meta({ examples: [true] }),
  paper: z
    .boolean()
    .default(false)
    .describe('votes on answers as they are written, as the paper does, instead of merging equal values (0.5 and 1/2)')
    .meta({ examples: [true] }),
})

export type EvaluationDraft = z.output<typeof EvaluationDraft>

/** What a team submits: a benchmark, a pool, sampling parameters, methods with their budgets, replicates. */
export const EvaluationSpec = EvaluationDraft.transform((draft, ctx) => {
  const methods = parseMethods(draft, ctx)
  refuseFinishByUnderCaps(draft, ctx)
  const { budget: _budget, ...rest } = draft
  return { ...rest, methods, until: parseUntil(draft, methods, ctx) }
})
export type EvaluationSpec = z.output<typeof EvaluationSpec>
export type EvaluationSpecInput = z.input<typeof EvaluationSpec>

function whole(low: number, high = Number.MAX_SAFE_INTEGER) {
  const range = high === Number.MAX_SAFE_INTEGER ? `from ${low}` : `from ${low} to ${high}`
  const problem = `must be a whole number ${range}`
  return z.int(problem).min(low, problem).max(high, problem)
}

/**
 * What to add to an evaluation. Every value is absolute, so that the request is idempotent: existing methods are left
 * as they are, and only missing samples are drawn.
 */
export const Extension = z
  .strictObject({
    methods: methodInputs.optional(),
    budget: budgetOfMethods
      .removeDefault()
      .optional()
      .describe(
        'samples per question: for the methods named here, else every method of the evaluation also at this budget',
      ),
    replicates: z.int().min(1).max(1000).optional().describe('how many there shall be in all'),
    until: UntilDraft.optional().describe(ABOUT_UNTIL),
    caps: Caps.default({}).describe('new caps, none below the old'),
    reason: z.string().trim().min(1).max(500).optional(),
  })
  .prefault({})
  .transform((draft, ctx) => {
    const methods = new Map<string, MethodSpec>()
    for (const [position, input] of (draft.methods ?? []).entries()) {
      const parsed = parseMethodSpec(input, draft.budget ?? DEFAULT_BUDGET)
      const problem = parsed.ok ? whyReplayed(parsed.spec) : parsed.problem
      if (parsed.ok && problem === null) methods.set(methodKey(parsed.spec), parsed.spec)
      const path = ['methods', position, ...(parsed.ok ? [] : parsed.path)]
      if (problem !== null) ctx.addIssue({ code: 'custom', message: problem, path })
    }
    return { ...draft, methods: [...methods.values()] }
  })
export type Extension = z.output<typeof Extension>

/** How a clone differs from its original. */
export const CloneRequest = z
  .strictObject({
    name: z.string().trim().min(1).max(120).optional().describe('“… (rerun)” unless given'),
    pool: PoolName.optional(),
    seed: z.int().min(0).optional().describe('a new one unless given'),
    suite: z.string().trim().min(1).max(120).optional().describe('none unless given'),
  })
  .default({})
export type CloneRequest = z.infer<typeof CloneRequest>

/** A new name for an evaluation. */
export const EvaluationName = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(120, 'must be at most 120 characters'),
})
export type EvaluationName = z.infer<typeof EvaluationName>

/** What deleting an evaluation removed. */
export const DeletedEvaluation = z.object({
  id: z.string(),
  name: z.string(),
  samples: z.int(),
  bytes: z.number().describe('of texts, which count as stored until the rows are gone'),
})
export type DeletedEvaluation = z.infer<typeof DeletedEvaluation>

/** A client's Idempotency-Key, so that a request sent twice is carried out once. */
export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible characters')
