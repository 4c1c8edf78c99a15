import { z } from 'zod'
import { methodKey } from '../methods/method-key.js'
import { parseMethodSpec } from '../methods/parse-method-spec.js'
import { BenchmarkName } from './benchmark.js'
import { DEFAULT_BUDGET, MAX_BUDGET, MethodSpec } from './method-spec.js'
import { PoolName } from './pool.js'
import { Sampling } from './sampling.js'

const methodText = z.string().max(300).describe('short form, such as cges:confidence=lns-arith,gamma=0.99@16')
const methodObject = z
  .looseObject({ method: z.string() })
  .describe('long form, such as {"method":"esc","window":4,"budget":16}')

const Draft = z.strictObject({
  name: z.string().trim().min(1).max(120).optional(),
  suite: z.string().trim().min(1).max(120).optional(),
  benchmark: BenchmarkName,
  pool: PoolName,
  methods: z
    .array(z.union([methodText, methodObject]))
    .min(1, 'name at least one method')
    .max(32),
  budget: z
    .int('must be a whole number of samples')
    .min(1, 'must be at least 1 sample')
    .max(MAX_BUDGET, `must be at most ${MAX_BUDGET} samples`)
    .default(DEFAULT_BUDGET)
    .describe('samples per question for methods that name no budget of their own'),
  replicates: z.int().min(1).max(1000).default(1),
  seed: z.int().min(0).default(0),
  questions: z.int().min(1).optional().describe('use only this many questions, the first of the file'),
  sampling: Sampling.partial().default({}),
})

/** What a team submits: a benchmark, a pool, sampling parameters, methods with their budgets, replicates. */
export const EvaluationSpec = Draft.transform((draft, ctx) => {
  const methods: MethodSpec[] = []
  const firstByKey = new Map<string, number>()
  draft.methods.forEach((input, position) => {
    const parsed = parseMethodSpec(input, draft.budget)
    if (!parsed.ok) {
      ctx.addIssue({ code: 'custom', message: parsed.problem, path: ['methods', position, ...parsed.path] })
      return
    }
    const key = methodKey(parsed.spec)
    const first = firstByKey.get(key)
    if (first === undefined) {
      firstByKey.set(key, position)
      methods.push(parsed.spec)
      return
    }
    const message = `the same method as methods[${first}]: ${key}`
    ctx.addIssue({ code: 'custom', message, path: ['methods', position] })
  })
  const { budget: _budget, ...rest } = draft
  return { ...rest, methods }
})
export type EvaluationSpec = z.output<typeof EvaluationSpec>
export type EvaluationSpecInput = z.input<typeof EvaluationSpec>
