import { AnswerTier } from '@cges-fleet/answers'
import { Confidences, ExternalName, MAX_BUDGET, readsWindow } from '@cges-fleet/methods'
import { z } from 'zod'
import { BenchmarkName } from './benchmark.js'
import { TokenCount } from './bounds.js'
import { Outcome } from './calls.js'
import { budgetOfMethods, methodInputs, parseMethods } from './method-inputs.js'
import { Provenance } from './pool.js'
import { Sampling } from './sampling.js'

/** The log formats: two of our own, those of other programs, and any whose fields --map names. */
export const LogFormat = z.enum([
  'recordings',
  'samples',
  'lm-eval',
  'inspect',
  'nemo',
  'openai-batch',
  'evalscope',
  'esc',
  'opencompass',
  'lighteval',
  'simple-evals',
  'mapped',
])
export type LogFormat = z.infer<typeof LogFormat>

/** Detects a log's format from its first row; null if it is none of them. */
export function detectLogFormat(row: unknown): LogFormat | null {
  if (typeof row !== 'object' || row === null) return null
  const has = (key: string): boolean => Object.hasOwn(row, key)
  if (has('doc_id') && has('resps')) return 'lm-eval'
  if (has('custom_id')) return 'openai-batch'
  if (has('question_id') && has('samples')) return 'recordings'
  if (has('question_id') && has('sample_index')) return 'samples'
  if (has('generation') || has('problem_idx')) return 'nemo'
  if (has('epoch') && has('input')) return 'inspect'
  return null
}

/** The source of an imported evaluation. */
export const LogSource = z.object({
  format: LogFormat,
  files: z.array(z.string().min(1).max(400)).min(1).max(1024),
  notes: z
    .array(z.string().min(1).max(1000))
    .max(20)
    .optional()
    .describe('what whoever read the log found odd about it'),
  provenance: Provenance.optional().describe('what answered, where the log says so'),
})
export type LogSource = z.infer<typeof LogSource>

const Draft = z.strictObject({
  name: z.string().trim().min(1).max(120).optional(),
  suite: z.string().trim().min(1).max(120).optional(),
  benchmark: BenchmarkName.describe('a stored benchmark that holds the log’s questions under the log’s ids'),
  revision: z.string().optional().describe('of the benchmark; the newest unless given'),
  model: z.string().min(1).max(200).describe('the model that gave the answers, as the log names it'),
  source: LogSource,
  methods: methodInputs,
  budget: budgetOfMethods,
  sampling: Sampling.partial().default({}).describe('as far as it is known'),
})

const TRACED =
  'needs the confidence of every token, which imports do not store. Use cges replay on recordings that have it'

const RANKS = 'dsc asks the model to rank the questions, which a log cannot do. Use cges replay'

/** Creates an evaluation from a log: nothing is drawn, methods decide on the samples that are then sent. */
export const ImportSpec = Draft.transform((draft, ctx) => {
  const methods = parseMethods(draft, ctx)
  methods.forEach((spec, position) => {
    const message = readsWindow(spec) !== null ? TRACED : spec.method === 'dsc' ? RANKS : null
    if (message !== null) ctx.addIssue({ code: 'custom', message, path: ['methods', position] })
  })
  const { budget: _budget, ...rest } = draft
  return { ...rest, methods }
})
export type ImportSpec = z.output<typeof ImportSpec>

/** Most samples of one batch. */
export const IMPORT_BATCH = 2000

/** Most bytes of JSON of one batch, so that it is a body like any other. */
export const IMPORT_BATCH_BYTES = 1_000_000

/** Text that PostgreSQL can store: without NUL and lone surrogates. */
const storable = z
  .string()
  .refine((text) => !/[\0\u{d800}-\u{dfff}]/u.test(text), 'has NUL or half a surrogate pair: leave it out')

/** One sample of a log as it is stored; its text may contain any characters, since it is a model's output. */
export const ImportedSample = z.strictObject({
  questionId: storable.min(1).max(200),
  index: z.int().min(0).max(1023),
  outcome: Outcome.exclude(['ended_early']),
  answer: storable.max(4_000).nullable().describe('as read out of the text; null unless the outcome is answer'),
  answerTier: AnswerTier.nullable().default(null).describe('null where it is the log’s own reading'),
  text: z.string().nullable(),
  signals: Confidences.nullable(),
  finishReason: storable.max(40).nullable(),
  promptTokens: TokenCount.nullable(),
  completionTokens: TokenCount.nullable(),
  seed: z.int().min(0).nullable(),
  error: storable.max(1000).nullable(),
})
export type ImportedSample = z.infer<typeof ImportedSample>

/** Some of a log's samples; `complete` once no more will come. */
export const ImportBatch = z.strictObject({
  samples: z.array(ImportedSample).max(IMPORT_BATCH),
  complete: z.boolean().default(false),
})
export type ImportBatch = z.infer<typeof ImportBatch>

/**
 * Which samples of a log are stored, a page of questions at a time, so that an interrupted import sends only the rest.
 */
export const StoredPage = z.object({
  questions: z.array(
    z.object({
      questionId: z.string(),
      stretches: z.array(z.object({ from: z.int(), to: z.int() })).describe('indices stored, both ends included'),
    }),
  ),
  next: z.int().nullable().describe('what to ask for as "after" for the next page; null on the last'),
})
export type StoredPage = z.infer<typeof StoredPage>

/** The cursor of stored samples: the `next` of the previous page. */
export const StoredAfter = z.coerce
  .number<string | number>()
  .int()
  .min(0, 'must be the "next" of an earlier page')
  .max(1_000_000)

/** The result of a batch; samples that existed already are not stored again. */
export const ImportedCount = z.object({
  received: z.int(),
  stored: z.int(),
  missing: z.int().describe('questions that lack samples, once complete: their trials are blocked'),
})
export type ImportedCount = z.infer<typeof ImportedCount>

/** Most verdicts of one batch. */
export const VERDICT_BATCH = 2000

/** Where an external rule stops on a trial. */
const ExternalVerdict = z.strictObject({
  questionId: z.string().min(1).max(200),
  replicate: z.int().min(0).max(999),
  calls: z.int().min(1).max(MAX_BUDGET).describe('samples it is charged for: the first of the trial’s'),
  answer: z.string().max(4_000).nullable().describe('one of the answers among those samples, by its class; or none'),
})

/** Some of the verdicts of an external rule on an evaluation's stored samples. */
export const ExternalVerdicts = z.strictObject({
  name: ExternalName.describe('what the rule is called: its verdicts are those of external:name=…@budget'),
  budget: z.int().min(1).max(MAX_BUDGET).describe('the samples a question that it may be charged for at most'),
  verdicts: z.array(ExternalVerdict).min(1).max(VERDICT_BATCH),
})
export type ExternalVerdicts = z.infer<typeof ExternalVerdicts>

/** The result of a batch; verdicts that were there already, and are the same, are not stored again. */
export const ExternalCount = z.object({
  key: z.string(),
  received: z.int(),
  stored: z.int(),
  missing: z.int().describe('trials without a verdict of this rule yet, blocked ones among them'),
})
export type ExternalCount = z.infer<typeof ExternalCount>

/** Returns what produced an evaluation's answers: for an imported one what its log says, if it says so. */
export function answeredBy(of: { readonly provenance: Provenance; readonly source: LogSource | null }): Provenance {
  return of.source?.provenance ?? of.provenance
}
