import { z } from 'zod'
import { AnswerTier } from '@cges-fleet/answers'
import { ConfidenceSignal } from '@cges-fleet/methods'
import { Outcome } from '@cges-fleet/core'
import { Minima } from '../export/minima.js'
import { parseOutcome } from '../export/parse-outcome.js'
import { BARE_SAMPLE, type LogRow } from '../log-entry.js'
import { parseRow } from '../parse-row.js'
import { Identifier, identityOf } from '../row-fields.js'

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
