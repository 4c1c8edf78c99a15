import {
  csvLine,
  inferAnswerKind,
  lmEvalFilter,
  type LogRow,
  LogReader,
  parseBatchRow,
  parseDescriptionLine,
  parseInspectSample,
  parseLmEvalRow,
  parseNemoRow,
  parseRecordingRow,
  parseSampleRow,
  rowDescription,
} from '@cges-fleet/formats'
import { HOSTILE_VALUES, placesOf } from '../shapes/json-values.js'
import { HOSTILE_TEXTS } from '../shapes/texts.js'
import { type Case, texts } from './cases.js'

/** A row as long as anybody's with the texts of one question. */
const LONGEST_ROW = 500_000
/** Of the many places of a row each is tried with less. */
const LONGEST_VALUE = 20_000

/** Rows are read by whoever has the log. What is found wrong in them is kept until it is told, and collecting garbage grows. */
const EXPONENT = 1.5

interface Format {
  /** A row as the format has it, every field that is read in it. */
  readonly row: unknown
  readonly read: (text: string) => LogRow
}

const completion = {
  message: { role: 'assistant', content: 'x' },
  logprobs: { content: [{ token: 'x', logprob: -1 }] },
}

const FORMATS: Readonly<Record<string, Format>> = {
  'lm-eval': {
    row: {
      doc_id: 1,
      doc: { question: 'Q' },
      target: '1',
      arguments: [['Q', {}]],
      resps: [['x']],
      filtered_resps: ['1'],
      filter: 'none',
    },
    read: (text) => [rowDescription('lm-eval', text), parseLmEvalRow(text, 'none', { id: 'doc.a.a' })][1] as LogRow,
  },
  inspect: {
    row: {
      id: 1,
      epoch: 1,
      input: [{ role: 'user', content: 'Q' }],
      choices: ['a', 'b'],
      target: '1',
      output: { choices: [completion] },
      scores: { a: { value: 'C', answer: '1' } },
      attachments: { a: 'b' },
      metadata: { places: { a: 1 } },
    },
    read: (text) => parseInspectSample(text, undefined, true),
  },
  nemo: {
    row: {
      problem_idx: 1,
      reward: 1,
      repeat: 0,
      expected_answer: '1',
      metadata: { question_id: 'q', samples: [{ answer: '1' }] },
    },
    read: (text) => parseNemoRow(text, 1, undefined, 4),
  },
  'nemo-skills': {
    row: { generation: 'x', predicted_answer: '1', expected_answer: '1', logprobs: [-1], tokens: ['x'], problem: 'Q' },
    read: (text) => parseNemoRow(text, 1),
  },
  'openai-batch': {
    row: { custom_id: 'q-1', response: { status_code: 200, body: { choices: [completion] } } },
    read: (text) => parseBatchRow(text, (id) => id === 'q'),
  },
  recordings: {
    row: {
      question_id: 'q',
      question: 'Q',
      answer: '1',
      choices: ['a', 'b'],
      samples: [{ text: 'x', logprobs: [-1], tokens: ['x'], confidence: { rm: 1 } }],
    },
    read: (text) => parseRecordingRow(text, { question: 'a.a.a' }),
  },
  samples: {
    row: {
      question_id: 'q',
      sample_index: 0,
      outcome: 'answer',
      answer_raw: '1',
      signals: { rm: 1 },
      places: { sc: 1 },
    },
    read: (text) => parseSampleRow(text),
  },
}

/** Rows of every format, whatever stands in any of their places. */
const ROWS: readonly Case[] = Object.entries(FORMATS).flatMap(([input, { row, read }]) =>
  placesOf(row).flatMap((place) =>
    HOSTILE_VALUES.map(({ name, text }): Case => ({
      input: `row of ${input}`,
      shape: `${name} in ${place.name}`,
      exponent: EXPONENT,
      limit: place.name === 'all of it' ? LONGEST_ROW : LONGEST_VALUE,
      work: (size) => {
        const written = place.with(text(size))
        return () => read(written)
      },
    })),
  ),
)

/** Reading answers out of a log, told or not, and inferring their kind. */
const ANSWERS: readonly Case[] = HOSTILE_TEXTS.map(({ name, text }) => ({
  input: 'sample of a log',
  shape: name,
  limit: LONGEST_ROW,
  work: (size) => {
    const written = text(size)
    const question = { id: 'q', question: 'Q', answer: written.slice(0, 4000) }
    const read = parseRecordingRow(
      JSON.stringify({ question_id: 'q', samples: [{ text: written, answer: `${written}.` }] }),
    )
    const [sample] = read.ok && read.entry !== null ? read.entry.samples : []
    if (sample === undefined) throw new Error('a log without a sample')
    return () => [inferAnswerKind([question]), new LogReader({ kind: 'text', paper: false }).read(question, sample)]
  },
}))

export const LOG_CASES: readonly Case[] = [
  ...ROWS,
  ...ANSWERS,
  ...texts('line of a file', LONGEST_ROW, (text) => [parseDescriptionLine(`{"${text}`), lmEvalFilter(text)]),
  ...texts('field of a CSV', LONGEST_VALUE, (text) => csvLine([text, text])),
]
