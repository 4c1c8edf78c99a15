import { AnswerKind } from '@cges-fleet/answers'
import { z } from 'zod'
import { Sampling } from './sampling.js'

/** Required fields of a source, as examples of them. */
const GSM8K = {
  id: 'openai/gsm8k',
  revision: '740312add88f781978c0658806c59bc2815b9866',
  path: 'main/test-00000-of-00001.parquet',
  license: 'MIT',
}

/** A file of a Hugging Face dataset at one commit: the same questions today and in a year. */
export const DatasetSource = z.strictObject({
  id: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, 'must be OWNER/NAME, such as openai/gsm8k')
    .describe('OWNER/NAME, such as `openai/gsm8k`')
    .meta({ examples: [GSM8K.id] }),
  config: z
    .string()
    .min(1)
    .default('default')
    .describe('configuration of the dataset')
    .meta({ examples: ['main'] }),
  split: z
    .string()
    .min(1)
    .default('test')
    .describe('split of the dataset')
    .meta({ examples: ['validation'] }),
  revision: z
    .string()
    .regex(/^[0-9a-f]{40}$/, 'must be a commit of 40 hexadecimal digits, not a branch')
    .describe('commit of 40 hexadecimal digits')
    .meta({ examples: [GSM8K.revision] }),
  path: z
    .string()
    .min(1)
    .describe('path of the file inside the dataset')
    .meta({ examples: [GSM8K.path] }),
  license: z
    .string()
    .min(1)
    .describe('licence, shown with the benchmark')
    .meta({ examples: [GSM8K.license] }),
  gated: z
    .boolean()
    .default(false)
    .describe('its owner must grant access first')
    .meta({ examples: [true] }),
})
export type DatasetSource = z.infer<typeof DatasetSource>

/** Most placeholders of a template: each holds the whole question, so this keeps a prompt in proportion to it. */
const MOST_PLACES = 8

/** The prompt, with `{question}` and, for choices, `{choices}` where they go. */
export const PromptTemplate = z
  .string()
  .max(16_000)
  .refine((text) => text.includes('{question}'), 'must contain {question}')
  .refine(
    (text) => text.split(/\{question\}|\{choices\}/u).length - 1 <= MOST_PLACES,
    `may hold {question} and {choices} at most ${MOST_PLACES} times together`,
  )

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

const key = z.string().min(1).max(200)

/** Which key of a dataset's row holds each part of a question, if it is not the part's own name. */
export const QuestionFields = z.strictObject({
  id: key
    .optional()
    .describe('unique name of the question; numbered unless given')
    .meta({ examples: ['uid'] }),
  question: key
    .optional()
    .describe('the question’s text')
    .meta({ examples: ['prompt'] }),
  answer: key
    .optional()
    .describe('the reference answer')
    .meta({ examples: ['gold'] }),
  choices: key
    .optional()
    .describe('a list of choices; the answer is then the letter of one')
    .meta({ examples: ['options'] }),
  distractors: z
    .array(key)
    .min(1)
    .max(25)
    .optional()
    .describe(
      'the wrong choices, one field each; the answer is then the text of the right one, and choices are shuffled',
    )
    .meta({ examples: [['wrong1', 'wrong2', 'wrong3']] }),
})
export type QuestionFields = z.infer<typeof QuestionFields>

/**
 * A benchmark without its questions: their prompt, their kind of answer, and their source. Written in YAML or JSON it
 * defines a custom benchmark, without code.
 */
export const BenchmarkDefinition = z
  .strictObject({
    name: BenchmarkName.describe('the name that evaluations use').meta({ examples: ['mine'] }),
    title: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('the name that pages show')
      .meta({ examples: ['My questions'] }),
    answerKind: AnswerKind.describe(
      'how answers are [read](methods.md#answers-how-a-response-is-read) and [compared](methods.md#answers-compared)',
    ).meta({ examples: ['choice'] }),
    template: PromptTemplate.optional()
      .describe(
        'the prompt, sent as one user message, with `{question}` and, for choices, `{choices}`; unless given, the default of its `answerKind`',
      )
      .meta({ examples: ['Answer in one word: {question}'] }),
    sampling: Sampling.partial()
      .default({})
      .describe('sampling parameters that evaluations start from')
      .meta({ examples: [{ maxTokens: 1024 }] }),
    fields: QuestionFields.default({})
      .describe('which field of a row holds each part of a question')
      .meta({ examples: [{ question: 'prompt', answer: 'gold' }] }),
    shuffleSeed: z
      .int()
      .min(0)
      .default(0)
      .describe('orders the choices if `fields.distractors` names the wrong ones')
      .meta({ examples: [7] }),
    file: z
      .string()
      .min(1)
      .optional()
      .describe('file of questions beside the definition, one JSON object a line')
      .meta({ examples: ['questions.jsonl'] }),
    dataset: DatasetSource.optional()
      .describe('a file of a Hugging Face dataset at one commit, in place of `file`')
      .meta({ examples: [GSM8K] }),
  })
  .superRefine((definition, ctx) => {
    const { choices, distractors } = definition.fields
    const offersChoices = choices !== undefined || distractors !== undefined
    const problems: [string, boolean, string[]][] = [
      ['must contain {choices}', offersChoices && lacksChoices(definition.template), ['template']],
      ['must be choice where choices are named', offersChoices && definition.answerKind !== 'choice', ['answerKind']],
      ['cannot be named beside choices', choices !== undefined && distractors !== undefined, ['fields', 'distractors']],
    ]
    for (const [message, wrong, path] of problems) if (wrong) ctx.addIssue({ code: 'custom', message, path })
  })
export type BenchmarkDefinition = z.infer<typeof BenchmarkDefinition>
export type BenchmarkDefinitionInput = z.input<typeof BenchmarkDefinition>

function lacksChoices(template: string | undefined): boolean {
  return template !== undefined && !template.includes('{choices}')
}
