import { AnswerTier } from '@cges-fleet/answers'
import { type EvaluationView, Outcome } from '@cges-fleet/core'
import { ConfidenceSignal } from '@cges-fleet/methods'
import { z } from 'zod'
import { logEnd } from '../end-meaning.js'
import { parseRow } from '../lines/json-lines.js'
import { Minima, parseOutcome } from './export/exported-samples.js'
import { type ExportedTrial, type Hash, promptOf } from './export/exported-trial.js'
import { BARE_SAMPLE, type LogPartial, type LogRow, type LogSample } from './log-entry.js'
import { parseGrade } from './log-grade.js'
import type { LogFields } from './mapped/log-map.js'
import { idAt, Identifier, identityOf, LogProbability, textAt, Textual, TokenCount } from './row-fields.js'

const Named = z.partialRecord(ConfidenceSignal, z.number().min(0).max(1))

/** Most probes of a sample, and most characters of an answer that one gave. */
const MOST_PARTIALS = 256
const LONGEST_PARTIAL = 1000

const Partials = z
  .array(
    z.object({
      tokens: TokenCount,
      answer: z.string().max(LONGEST_PARTIAL, `must be at most ${LONGEST_PARTIAL} characters`).nullable(),
      probe_tokens: TokenCount.nullish(),
    }),
  )
  .max(MOST_PARTIALS, `must be at most ${MOST_PARTIALS} probes`)
  .refine(
    (partials) => partials.every(({ tokens }, at) => at === 0 || tokens > (partials[at - 1]?.tokens ?? 0)),
    'must be in the order of their tokens, no two at the same',
  )

const Sample = z
  .object({
    answer: z.string().nullish(),
    text: z.string().nullish(),
    logprobs: z.array(LogProbability).nullish(),
    tokens: z.array(z.string()).nullish(),
    token_confidences: z.array(z.number().min(0)).nullish(),
    completion_tokens: z.int().min(0).nullish(),
    partials: Partials.nullish(),
    confidence: z.union([z.number(), Named]).nullish(),
    reward: z.number().nullish(),
    correct: z
      .union([z.boolean(), z.number().min(0).max(1)], { error: 'must be true, false or a number from 0 to 1' })
      .nullish(),
    status: z.enum(['completed', 'truncated'], { error: 'must be "completed" or "truncated"' }).nullish(),
    finish_reason: z.string().nullish(),
    model: z.string().nullish().catch(null),
  })
  .refine(({ answer, text }) => answer !== undefined || text != null, 'has neither answer nor text')

const Line = z.looseObject({
  question_id: Identifier,
  question: z.string().nullish(),
  answer: Textual.nullish(),
  choices: z.array(z.string()).nullish(),
  difficulty: z.number().nullish(),
  model: z.string().nullish(),
  samples: z.array(Sample).min(1, 'must hold at least one sample'),
})

/** Parses a line of our own recordings, a question with all its samples; drops unknown fields. */
export function parseRecordingRow(text: string, fields: LogFields = {}): LogRow {
  const read = parseRow(text, Line)
  if (!read.ok) return read
  const { value: row } = read
  const { choices } = row
  return {
    ok: true,
    entry: {
      question: {
        ...identityOf(idAt(row, fields.id) ?? row.question_id),
        question: textAt(row, fields.question) ?? row.question ?? null,
        answer: textAt(row, fields.answer) ?? row.answer ?? null,
        difficulty: row.difficulty ?? null,
        ...(choices == null || choices.length < 2 ? {} : { choices }),
      },
      samples: row.samples.map(sampleOf),
      model: row.model ?? null,
    },
  }
}

function sampleOf({
  answer,
  text,
  logprobs,
  tokens,
  confidence,
  reward,
  correct,
  ...row
}: z.infer<typeof Sample>): LogSample {
  return {
    ...BARE_SAMPLE,
    text: text ?? null,
    ...(answer === undefined ? {} : { answer }),
    logprobs: logprobs ?? null,
    tokens: tokens ?? null,
    tokenConfidences: row.token_confidences ?? null,
    completionTokens: row.completion_tokens ?? null,
    signals: typeof confidence === 'object' ? confidence : null,
    partials: row.partials?.map(partialOf) ?? null,
    confidence: typeof confidence === 'number' ? confidence : null,
    reward: reward ?? null,
    ...(row.model == null ? {} : { model: row.model }),
    ...parseGrade(correct),
    ...endOf(row),
  }
}

function partialOf({ tokens, answer, probe_tokens: probeTokens = null }: z.infer<typeof Partials>[number]): LogPartial {
  return { tokens, answer, probeTokens }
}

/** What a sample says of its end: by the words of our recordings, or else by those of model servers. */
function endOf({
  status,
  finish_reason: reason,
}: Partial<z.infer<typeof Sample>>): Pick<LogSample, 'finish' | 'error'> {
  return status == null ? logEnd(reason) : { finish: status === 'truncated' ? 'length' : 'stop', error: null }
}

const Row = z.looseObject({
  question_id: Identifier,
  replicate: z.int().min(0).default(0),
  sample_index: z.int().min(0),
  seed: z.int().nullish(),
  response: z.string().nullish(),
  answer_raw: z.string().nullish(),
  answer_tier: AnswerTier.nullish(),
  signals: z.partialRecord(ConfidenceSignal, z.number().min(0).max(1)).nullish(),
  minima: Minima.nullish(),
  places: z.record(z.string(), z.int()).optional(),
  prompt_tokens: z.int().nullish(),
  completion_tokens: z.int().nullish(),
  outcome: Outcome,
})

/**
 * Parses a row of our own export of samples (`samples.jsonl`); questions and reference answers are in its second file.
 * For a question that was drawn `budget` times in each replicate the samples of one replicate follow those of another.
 */
export function parseSampleRow(text: string, budget = 0): LogRow {
  const read = parseRow(text, Row)
  if (!read.ok) return read
  const { value: row } = read
  return {
    ok: true,
    entry: {
      question: { ...identityOf(row.question_id), question: null, answer: null },
      samples: [
        {
          ...BARE_SAMPLE,
          ...parseOutcome(row.outcome),
          index: row.replicate * budget + row.sample_index,
          text: row.response ?? null,
          answer: row.answer_raw ?? null,
          tier: row.answer_tier ?? null,
          signals: row.signals ?? null,
          minima: row.minima ?? null,
          seed: row.seed ?? null,
          promptTokens: row.prompt_tokens ?? null,
          completionTokens: row.completion_tokens ?? null,
        },
      ],
      replicate: row.replicate,
      ...(row.places === undefined ? {} : { places: row.places }),
    },
  }
}

/** Yields the lines of `samples.jsonl`: one a sample, without the reference answer or any grade. */
export function* sampleLines(view: EvaluationView, trial: ExportedTrial, sha256: Hash): Generator<string> {
  const prompt = promptOf(trial)
  const promptHash = prompt === null ? null : sha256(prompt)
  for (const sample of trial.samples) {
    const row = {
      run_id: view.id,
      question_id: trial.questionId,
      replicate: trial.replicate,
      ...(Object.keys(trial.places).length === 0 ? {} : { places: trial.places }),
      sample_index: sample.index,
      pool_key: view.pool.name,
      seed: sample.seed,
      prompt_hash: promptHash,
      response: sample.text,
      finish_reason: sample.finishReason,
      answer_raw: sample.answer,
      answer_class: sample.answerKey,
      answer_tier: sample.answerTier,
      extractor_version: sample.gradingVersion,
      signals: sample.signals ?? {},
      ...(sample.minima === null ? {} : { minima: sample.minima }),
      prompt_tokens: sample.promptTokens,
      completion_tokens: sample.completionTokens,
      engine: sample.engine,
      outcome: sample.outcome,
      attempt: sample.attempt,
      started_at: sample.startedAt,
      completed_at: sample.completedAt,
    }
    yield `${JSON.stringify(row)}\n`
  }
}

/**
 * Formats a question's line of `gold.jsonl`: its reference answer and the grade of every answer seen; once for all
 * replicates.
 */
export function goldLine({ replicate, questionId, question, choices, gold, goldKey, grades }: ExportedTrial): string {
  if (replicate > 0) return ''
  const row = {
    question_id: questionId,
    question,
    ...(choices === null ? {} : { choices }),
    answer: gold,
    answer_class: goldKey,
    grades,
  }
  return `${JSON.stringify(row)}\n`
}
