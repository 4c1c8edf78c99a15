import { z } from 'zod'
import { ConfidenceSignal } from '@cges-fleet/methods'
import { logEnd } from '../log-end.js'
import { BARE_SAMPLE, type LogRow, type LogSample } from '../log-entry.js'
import { parseGrade } from '../log-grade.js'
import type { LogFields } from '../mapped/log-map.js'
import { parseRow } from '../parse-row.js'
import { idAt, Identifier, identityOf, LogProbability, textAt, Textual } from '../row-fields.js'

const Named = z.partialRecord(ConfidenceSignal, z.number().min(0).max(1))

const Sample = z
  .object({
    answer: z.string().nullish(),
    text: z.string().nullish(),
    logprobs: z.array(LogProbability).nullish(),
    tokens: z.array(z.string()).nullish(),
    token_confidences: z.array(z.number().min(0)).nullish(),
    completion_tokens: z.int().min(0).nullish(),
    confidence: z.union([z.number(), Named]).nullish(),
    reward: z.number().nullish(),
    correct: z
      .union([z.boolean(), z.number().min(0).max(1)], { error: 'must be true, false or a number from 0 to 1' })
      .nullish(),
    status: z.enum(['completed', 'truncated'], { error: 'must be "completed" or "truncated"' }).nullish(),
    finish_reason: z.string().nullish(),
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
    confidence: typeof confidence === 'number' ? confidence : null,
    reward: reward ?? null,
    ...parseGrade(correct),
    ...endOf(row),
  }
}

/** What a sample says of its end: by the words of our recordings, or else by those of model servers. */
function endOf({
  status,
  finish_reason: reason,
}: Partial<z.infer<typeof Sample>>): Pick<LogSample, 'finish' | 'error'> {
  return status == null ? logEnd(reason) : { finish: status === 'truncated' ? 'length' : 'stop', error: null }
}
