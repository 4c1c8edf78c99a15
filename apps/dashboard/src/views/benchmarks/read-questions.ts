import type { AnswerKind } from '@cges-fleet/answers'
import type { Benchmark, QuestionFields } from '@cges-fleet/core'
import {
  benchmarkNameOf,
  columnsOf,
  parseBenchmark,
  questionFields,
  type QuestionRows,
  questionRows,
  rowProblems,
} from '@cges-fleet/formats'
import { config } from 'zod'
import { decodedText, LARGEST_FILE } from './file-text'

// Schemas that compile themselves would break the page's policy.
config({ jitless: true })

/** A file of questions or a pasted text, and which of its columns hold what. */
export interface ReadQuestions {
  /** A name for the benchmark. */
  readonly name: string
  readonly rows: QuestionRows
  readonly columns: readonly string[]
  readonly fields: QuestionFields
  /** What to check of the columns; null if their names say which is which. */
  readonly doubt: string | null
}

type Read = { readonly ok: true; readonly read: ReadQuestions } | { readonly ok: false; readonly problem: string }

/** Reads a file by its name, as `cges benchmark import` does. */
export async function readQuestionFile(file: File): Promise<Read> {
  if (file.size > LARGEST_FILE) {
    return failed(`${file.name} has more than 256 MB. Import it with: cges benchmark import ${file.name}`)
  }
  if (file.name.endsWith('.parquet')) {
    const { parquetRows } = await import('./parquet-rows')
    const rows = await parquetRows(await file.arrayBuffer()).catch((error: unknown) => String(error))
    return typeof rows === 'string' ? failed(`${file.name} is not Parquet. ${rows}`) : readRows(rows, file.name)
  }
  const decoded = await decodedText(file)
  return decoded.ok ? readText(decoded.text, file.name) : failed(`${file.name} ${decoded.problem}`)
}

/** Reads a text that was pasted: JSONL, a JSON list, CSV or TSV. */
export function readPastedQuestions(text: string): Read {
  return readText(text, null)
}

function readText(text: string, name: string | null): Read {
  const read = questionRows(text, name)
  return read.ok ? readRows(read.rows, name) : failed(`${name ?? 'The text'} is ${read.problem}.`)
}

function readRows(rows: QuestionRows, name: string | null): Read {
  const columns = columnsOf(rows)
  const found = questionFields(rows)
  const named = columns.slice(0, 12).map((column) => `“${column}”`)
  const doubt = found.ok
    ? null
    : `Line 1 has the columns ${named.join(', ')}; expected “question” and “answer”. Check the columns chosen below.`
  const fields = found.ok ? found.fields : found.guess
  return { ok: true, read: { name: benchmarkNameOf(name ?? 'pasted'), rows, columns, fields, doubt } }
}

function failed(problem: string): Read {
  return { ok: false, problem }
}

/** What a reader chooses for their questions. */
export interface QuestionChoices {
  readonly name: string
  readonly kind: AnswerKind
  readonly fields: QuestionFields
}

type Parsed =
  | { readonly ok: true; readonly benchmark: Benchmark }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Builds the benchmark from rows and choices, or lists what is wrong with which line. */
export function parseChosen(rows: QuestionRows, { name, kind, fields }: QuestionChoices): Parsed {
  const { choices, ...others } = fields
  const used = kind === 'choice' && choices !== undefined ? fields : others
  const definition = { name, answerKind: kind, fields: used, sampling: {}, shuffleSeed: 0 }
  const parsed = parseBenchmark(definition, rows.text)
  if (parsed.ok) return parsed
  return { ok: false, problems: rowProblems(rows, parsed.problems).map((text) => `${text.replace(/^l/u, 'L')}.`) }
}
