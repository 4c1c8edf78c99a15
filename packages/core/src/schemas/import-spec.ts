import { z } from 'zod'
import { LogFormat } from './log-format.js'
import { AnswerTier } from '@cges-fleet/answers'
import { BenchmarkName } from './benchmark.js'
import { TokenCount } from './bounds.js'
import { Confidences, readsWindow } from '@cges-fleet/methods'
import { budgetOfMethods, methodInputs, parseMethods } from './method-inputs.js'
import { Outcome } from './outcome.js'
import { Provenance } from './pool.js'
import { Sampling } from './sampling.js'

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
  'it reads how sure the model was at every token, which no import keeps: use cges replay on recordings that have it'

const RANKS = 'dsc ranks the questions by asking the model, which a log cannot answer: use cges replay'

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
