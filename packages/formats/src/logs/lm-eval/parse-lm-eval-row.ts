import { z } from 'zod'
import { parseRow } from '../../lines/json-lines.js'
import { type DataDescription, describedBudget, findDescription } from '../export/data-description.js'
import { SampleRecord, parseSampleRecord } from '../export/exported-samples.js'
import { BARE_SAMPLE, type LogEntry, type LogRow, type LogSample } from '../log-entry.js'
import { parseGrade } from '../log-grade.js'
import { parseSampling } from '../log-sampling.js'
import type { LogFields } from '../mapped/log-map.js'
import { finalAnswer, firstText, idAt, Identifier, identityOf, textAt } from '../row-fields.js'

const Row = z.looseObject({
  doc_id: Identifier,
  doc: z.record(z.string(), z.unknown()).optional(),
  target: z.unknown(),
  arguments: z.unknown(),
  resps: z
    .array(z.array(z.string({ error: 'must be text: a task of log-likelihoods has no samples to vote on' })))
    .min(1),
  filtered_resps: z.unknown(),
  filter: z.string().optional(),
  metrics: z.array(z.string()).optional(),
})

type Row = z.infer<typeof Row>

/** A harness filter's output if its pattern does not match. */
const NO_MATCH = '[invalid]'

const QUESTION_FIELDS = [
  'doc.question',
  'doc.problem',
  'doc.Question',
  'doc.Problem',
  'doc.query',
  'doc.input',
  'doc.prompt',
]

/** Returns the filter of a row of an lm-evaluation-harness log; null if it names none. */
export function lmEvalFilter(text: string): string | null {
  return /"filter":\s*"((?:[^"\\]|\\.)*)"/u.exec(text)?.[1] ?? null
}

/**
 * Parses a row of `samples_<task>_<date>.jsonl` of the lm-evaluation-harness. It writes one row a filter for every
 * document: rows of another filter than `filter` are skipped, or samples would count several times.
 */
export function parseLmEvalRow(text: string, filter: string | null = null, fields: LogFields = {}): LogRow {
  const read = parseRow(text, Row)
  if (!read.ok) return read
  const { value: row } = read
  if (filter !== null && row.filter !== undefined && row.filter !== filter) {
    return { ok: true, entry: null, passedOver: `rows of the filter ${row.filter}` }
  }
  const entry = entryOf(row, fields)
  const description = findDescription(row.doc)
  return { ok: true, entry: description === null ? entry : exportedEntry(row, entry, description) }
}

function entryOf(row: Row, fields: LogFields): LogEntry {
  const texts = row.resps.flat()
  const extracted = extractedOf(row.filtered_resps, texts.length)
  const logged = parseGrade(row[row.metrics?.[0] ?? 'exact_match'])
  // Of several samples the harness grades one answer, which its filter made of them.
  const grade = texts.length === 1 ? logged : { grade: null }
  const samples = texts.map((response, index): LogSample => {
    const answer = extracted?.[index]
    return { ...BARE_SAMPLE, text: response, ...grade, ...(answer === undefined ? {} : { answer }) }
  })
  return {
    question: {
      ...identityOf(idAt(row, fields.id) ?? row.doc_id),
      question: textAt(row, fields.question) ?? firstText(row, QUESTION_FIELDS) ?? promptOf(row.arguments),
      answer: textAt(row, fields.answer) ?? goldOf(row.target),
      grade: texts.length === 1 ? null : logged.grade,
    },
    samples,
    sampling: parseSampling(argumentOf(row.arguments, 1)),
  }
}

/** A filter that kept every response has one answer each; one that took the first or a vote has no others. */
function extractedOf(filtered: unknown, samples: number): (string | null)[] | null {
  const flat = Array.isArray(filtered) ? filtered.flat() : []
  if (flat.length !== samples || !flat.every((each) => typeof each === 'string')) return null
  return flat.map((each) => (each === NO_MATCH || each.trim() === '' ? null : each))
}

function goldOf(target: unknown): string | null {
  const gold = Array.isArray(target) ? (target[0] as unknown) : target
  if (typeof gold !== 'string' && typeof gold !== 'number') return null
  return finalAnswer(String(gold))
}

function promptOf(given: unknown): string | null {
  const prompt = argumentOf(given, 0)
  return typeof prompt === 'string' ? prompt : null
}

const NamedArguments = z.object({ gen_args_0: z.record(z.string(), z.unknown()) })
const ListedArguments = z.array(z.array(z.unknown())).min(1)

/** Newer versions name the arguments of a request, the prompt and its settings, older ones list them. */
function argumentOf(given: unknown, place: 0 | 1): unknown {
  const named = NamedArguments.safeParse(given)
  if (named.success) return named.data.gen_args_0[`arg_${place}`]
  return ListedArguments.safeParse(given).data?.[0]?.[place]
}

/** The fields our own rows have beside those of the harness. */
const ExportedRow = z.object({
  doc: z.object({
    id: z.string(),
    replicate: z.int().min(0),
    question: z.string().nullish(),
    choices: z.array(z.string()).min(2).optional(),
    answer: z.string().nullish(),
  }),
  samples: z.array(SampleRecord).optional(),
  places: z.record(z.string(), z.int()).optional(),
})

/**
 * Completes a row of our own export by the fields the harness does not have; a row of one method's filter holds only
 * the samples that the method was charged for. Any other row is returned as it is.
 */
function exportedEntry(row: unknown, entry: LogEntry, description: DataDescription): LogEntry {
  const parsed = ExportedRow.safeParse(row)
  if (!parsed.success) return entry
  const { doc, samples: details, places } = parsed.data
  const first = doc.replicate * describedBudget(description)
  const isWhole = details?.length === entry.samples.length
  const samples = entry.samples.map((sample, place): LogSample => {
    const detail = isWhole ? details[place] : undefined
    if (detail === undefined) return { ...sample, index: first + place }
    return { ...sample, ...parseSampleRecord(detail, first) }
  })
  return {
    ...entry,
    question: {
      id: doc.id,
      question: doc.question ?? null,
      answer: doc.answer ?? null,
      ...(doc.choices === undefined ? {} : { choices: doc.choices }),
    },
    samples,
    replicate: doc.replicate,
    ...(places === undefined ? {} : { places }),
  }
}
