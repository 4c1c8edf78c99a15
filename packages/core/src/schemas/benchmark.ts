import { z } from 'zod'
import { AnswerKind } from '@cges-fleet/answers'
import { DatasetSource } from './dataset-source.js'
import { PromptTemplate } from './prompt-template.js'
import { Sampling } from './sampling.js'

/** The origin of a benchmark's questions; `generated` ones are made by this project's own code. */
export const BenchmarkOrigin = z.enum(['imported', 'generated'])

/** One question with its reference answer, as a benchmark file holds it. */
export const Question = z.strictObject({
  id: z.string().min(1).max(200),
  question: z.string().min(1).max(64_000),
  answer: z.string().min(1).max(4_000),
  choices: z.array(z.string().max(8_000)).min(2).max(26).optional(),
  /** SHA-256 of the row it was read from, to compare an import with the dataset. */
  rowHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')
    .optional(),
})
export type Question = z.infer<typeof Question>

export const BenchmarkName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    'must be 1 to 64 of a-z, 0-9, ".", "_" and "-", starting with a letter or digit',
  )

/** Most questions of one benchmark. */
export const MAX_QUESTIONS = 100_000

/** A benchmark without its questions: the first line if it is sent as lines. */
export const BenchmarkHead = z.strictObject({
  name: BenchmarkName,
  title: z.string().min(1).max(200),
  origin: BenchmarkOrigin.default('imported'),
  answerKind: AnswerKind,
  template: PromptTemplate,
  sampling: Sampling.partial().default({}),
  /** The public dataset it was read from, and the seed its choices were shuffled by, if they were. */
  dataset: DatasetSource.extend({ shuffleSeed: z.int().min(0).optional() }).optional(),
})
export type BenchmarkHead = z.infer<typeof BenchmarkHead>

/** A named set of questions with one prompt template and one kind of answer. */
export const Benchmark = BenchmarkHead.extend({ questions: z.array(Question).min(1).max(MAX_QUESTIONS) })
export type Benchmark = z.infer<typeof Benchmark>

/** A stored benchmark, without its questions. */
export const BenchmarkView = z.object({
  name: z.string(),
  title: z.string(),
  origin: BenchmarkOrigin,
  /** SHA-256 over template, answer kind and questions: two benchmarks with one revision ask the same. */
  revision: z.string(),
  answerKind: AnswerKind,
  questions: z.int(),
  createdAt: z.string(),
})
export type BenchmarkView = z.infer<typeof BenchmarkView>

/** The newest revision of each benchmark. */
export const BenchmarkList = z.object({ benchmarks: z.array(BenchmarkView) })
export type BenchmarkList = z.infer<typeof BenchmarkList>
