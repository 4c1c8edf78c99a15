import { z } from 'zod'
import { logEnd } from '../end-meaning.js'
import { parseRow } from '../lines/json-lines.js'
import type { DataDescription } from './export/data-description.js'
import { SampleRecord, sampleRecords, parseSampleRecord } from './export/exported-samples.js'
import type { ExportedTrial } from './export/exported-trial.js'
import { BARE_SAMPLE, type LogEntry, type LogRow, type LogSample } from './log-entry.js'
import { parseGrade } from './log-grade.js'
import type { LogFields } from './mapped/log-map.js'
import { firstText, idAt, type Identifier, identityOf, LogProbability, textAt, Textual } from './row-fields.js'

/** A row of NeMo-Skills' `output*.jsonl`: one generation of one problem. */
const Generation = z.looseObject({
  generation: z.string(),
  predicted_answer: Textual.nullish(),
  expected_answer: Textual.nullish(),
  symbolic_correct: z.boolean().nullish(),
  num_generated_tokens: z.int().nullish(),
  finish_reason: z.string().nullish(),
  reward_model_score: z.number().nullish(),
  logprobs: z.array(LogProbability).nullish(),
  tokens: z.array(z.string()).nullish(),
})

/** A row of NeMo Evaluator's `results.jsonl`. */
const Result = z.looseObject({
  problem_idx: z.int(),
  reward: z.number().nullable(),
  repeat: z.int().nullish(),
  expected_answer: Textual.nullish(),
  model_response: z.string().nullish(),
  extracted_answer: Textual.nullish(),
})

/** A row of our own `results.jsonl`, which holds a trial with all its samples. */
const ExportedRow = z.looseObject({
  repeat: z.int().min(0),
  expected_answer: Textual.nullish(),
  metadata: z.looseObject({
    question_id: z.string(),
    question: z.string().nullish(),
    choices: z.array(z.string()).min(2).optional(),
    samples: z.array(SampleRecord),
    places: z.record(z.string(), z.int()).optional(),
  }),
})

const QUESTION_FIELDS = ['problem', 'question', 'input']
const ID_FIELDS = ['id', 'unique_id', 'problem_id', 'question_id']

/**
 * Parses a row of NeMo-Skills or of NeMo Evaluator. NeMo-Skills writes one file a seed, so a problem without an id is
 * identified by its line, from 1: several files of one run are several samples of the same problems.
 */
export function parseNemoRow(text: string, line: number, fields: LogFields = {}, budget = 0): LogRow {
  if (!/"problem_idx"\s*:/u.test(text)) return parseGeneration(text, line, fields)
  const read = parseRow(text, Result)
  if (!read.ok) return read
  const { value: row } = read
  const exported = budget === 0 ? null : exportedEntry(row, budget)
  if (exported !== null) return { ok: true, entry: exported }
  const sample: LogSample = {
    ...BARE_SAMPLE,
    index: row.repeat ?? null,
    text: row.model_response ?? null,
    ...(row.extracted_answer === undefined ? {} : { answer: row.extracted_answer }),
    ...parseGrade(row.reward),
    error: row.model_response == null && row.extracted_answer === undefined ? 'the row holds no response' : null,
  }
  return {
    ok: true,
    entry: {
      question: {
        ...identityOf(idAt(row, fields.id) ?? String(row.problem_idx)),
        question: textAt(row, fields.question) ?? firstText(row, QUESTION_FIELDS),
        answer: textAt(row, fields.answer) ?? row.expected_answer ?? null,
      },
      samples: [sample],
    },
  }
}

/**
 * Parses a trial of our own export; null if the row has another form. `budget` is how many samples a replicate has at
 * most.
 */
function exportedEntry(row: unknown, budget: number): LogEntry | null {
  const parsed = ExportedRow.safeParse(row)
  if (!parsed.success) return null
  const { repeat, expected_answer: answer = null, metadata } = parsed.data
  const { question_id: id, question = null, choices, samples, places } = metadata
  return {
    question: { id, question, answer, ...(choices === undefined ? {} : { choices }) },
    samples: samples.map((sample) => ({
      ...BARE_SAMPLE,
      answer: sample.answer ?? null,
      ...parseSampleRecord(sample, repeat * budget),
    })),
    replicate: repeat,
    ...(places === undefined ? {} : { places }),
  }
}

function parseGeneration(text: string, line: number, fields: LogFields): LogRow {
  const read = parseRow(text, Generation)
  if (!read.ok) return read
  const { value: row } = read
  const sample: LogSample = {
    ...BARE_SAMPLE,
    text: row.generation,
    ...(row.predicted_answer === undefined ? {} : { answer: row.predicted_answer }),
    ...parseGrade(row.symbolic_correct),
    ...logEnd(row.finish_reason),
    logprobs: row.logprobs ?? null,
    tokens: row.tokens ?? null,
    reward: row.reward_model_score ?? null,
    completionTokens: row.num_generated_tokens ?? null,
  }
  return {
    ok: true,
    entry: {
      question: {
        ...identityOf(idAt(row, fields.id) ?? firstId(row) ?? `q${line}`),
        question: textAt(row, fields.question) ?? firstText(row, QUESTION_FIELDS),
        answer: textAt(row, fields.answer) ?? row.expected_answer ?? null,
      },
      samples: [sample],
    },
  }
}

function firstId(row: unknown): Identifier | undefined {
  return ID_FIELDS.map((field) => idAt(row, field)).find((id) => id !== undefined)
}

/**
 * Formats the line of NeMo Evaluator's `results.jsonl` for one trial as one method decided it; nothing if it has not.
 * Its metadata hold every sample of the trial, so that all methods can be decided on them again.
 */
export function nemoResultLine(trial: ExportedTrial, methodKey: string, description: DataDescription): string {
  const verdict = trial.verdicts.find((each) => each.methodKey === methodKey)
  if (verdict === undefined) return ''
  const { calls, answerKey, correct, reason, score } = verdict
  const used = trial.samples.slice(0, calls)
  const shown = used.find((sample) => sample.answerKey !== null && sample.answerKey === answerKey) ?? used[0]
  const row = {
    problem_idx: trial.position,
    reward: correct ? 1 : 0,
    repeat: trial.replicate,
    expected_answer: trial.gold,
    model_response: shown?.text ?? null,
    extracted_answer: answerKey,
    metadata: {
      question_id: trial.questionId,
      question: trial.question,
      ...(trial.choices === null ? {} : { choices: trial.choices }),
      cges: description,
      samples: sampleRecords(trial),
      places: trial.places,
    },
    scoring_details: { method: methodKey, calls, reason, score },
  }
  return `${JSON.stringify(row)}\n`
}
