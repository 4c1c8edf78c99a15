import { z } from 'zod'
import { AuditShare } from './audit-share.js'
import { BenchmarkName } from './benchmark.js'
import { budgetOfMethods, methodInputs, parseMethods } from './method-inputs.js'
import { Caps } from './caps.js'
import { Lookahead } from './lookahead.js'
import { PoolName } from './pool.js'
import { Sampling } from './sampling.js'
import { WebhookName } from './webhook.js'

/** Most samples of an interactive evaluation, so that no team's whole work goes before others'. */
export const MOST_INTERACTIVE = 512

/** A submission as written, with its methods in the form they were written in. */
export const EvaluationDraft = z.strictObject({
  name: z.string().trim().min(1).max(120).optional(),
  suite: z.string().trim().min(1).max(120).optional(),
  benchmark: BenchmarkName,
  pool: PoolName,
  methods: methodInputs,
  budget: budgetOfMethods,
  replicates: whole(1, 1000).default(1),
  seed: whole(0).default(0),
  questions: whole(1).optional().describe('use only this many questions, the first of the file'),
  sampling: Sampling.partial().default({}),
  interactive: z
    .boolean()
    .default(false)
    .describe(`goes before other work: for at most ${MOST_INTERACTIVE} samples, while someone waits for them`),
  lookahead: Lookahead.default('off').describe(
    'where slots would stand idle, asks ahead of need for what a question will probably take: auto, or so many samples; verdicts stay the same, extra draws are counted; not under a cap',
  ),
  audit: AuditShare.optional().describe(
    'draws this share of the trials on to the largest budget, whatever the methods need, and says how often the vote of all these samples is what each method stopped with; no verdict changes, the draws count under the caps and for no method',
  ),
  caps: Caps.default({}).describe('what it may spend at most; at a cap it is budget-stopped'),
  notify: WebhookName.optional().describe('the webhook told once it has ended, one of those the fleet allows'),
  reasoning: z
    .boolean()
    .default(false)
    .describe('the model thinks before it answers: 32,768 tokens at most instead of 4,096, where nothing else is set'),
  paper: z
    .boolean()
    .default(false)
    .describe('vote on answers as they are written, as the paper does, instead of merging those of equal value'),
})

export type EvaluationDraft = z.output<typeof EvaluationDraft>

/** What a team submits: a benchmark, a pool, sampling parameters, methods with their budgets, replicates. */
export const EvaluationSpec = EvaluationDraft.transform((draft, ctx) => {
  const methods = parseMethods(draft, ctx)
  const { budget: _budget, ...rest } = draft
  return { ...rest, methods }
})
export type EvaluationSpec = z.output<typeof EvaluationSpec>
export type EvaluationSpecInput = z.input<typeof EvaluationSpec>

function whole(low: number, high = Number.MAX_SAFE_INTEGER) {
  const range = high === Number.MAX_SAFE_INTEGER ? `from ${low}` : `from ${low} to ${high}`
  const problem = `must be a whole number ${range}`
  return z.int(problem).min(low, problem).max(high, problem)
}
