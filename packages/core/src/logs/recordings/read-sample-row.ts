import { z } from 'zod'
import { ConfidenceSignal } from '../../schemas/confidence-signal.js'
import { Outcome } from '../../schemas/outcome.js'
import { BARE_SAMPLE, type LogRow } from '../log-entry.js'
import { readRow } from '../read-row.js'
import { Textual } from '../row-fields.js'

const Row = z.looseObject({
  question_id: Textual,
  sample_index: z.int().min(0),
  seed: z.int().nullish(),
  response: z.string().nullish(),
  answer_raw: z.string().nullish(),
  signals: z.partialRecord(ConfidenceSignal, z.number().min(0).max(1)).nullish(),
  prompt_tokens: z.int().nullish(),
  completion_tokens: z.int().nullish(),
  outcome: Outcome,
})

/** Reads a row of our own export of samples (`samples.jsonl`); questions and reference answers are in its second file. */
export function readSampleRow(text: string): LogRow {
  const read = readRow(text, Row)
  if (!read.ok) return read
  const { row } = read
  const failed = row.outcome === 'infra_error' || row.outcome === 'invalid_request'
  return {
    ok: true,
    entry: {
      question: { id: row.question_id, question: null, answer: null },
      samples: [
        {
          ...BARE_SAMPLE,
          index: row.sample_index,
          text: row.response ?? null,
          answer: row.answer_raw ?? null,
          finish: row.outcome === 'truncated' ? 'length' : row.outcome === 'declined' ? 'declined' : 'stop',
          error: failed ? row.outcome : null,
          signals: row.signals ?? null,
          seed: row.seed ?? null,
          promptTokens: row.prompt_tokens ?? null,
          completionTokens: row.completion_tokens ?? null,
        },
      ],
    },
  }
}
