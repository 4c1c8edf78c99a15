import type { Question, QuestionFields } from '@cges-fleet/core'
import {
  type DataDescription,
  parseDescriptionLine,
  parseJson,
  parseQuestions,
  resolveFields,
} from '@cges-fleet/formats'
import { UsageError } from '../errors.js'
import { isTable, readJsonFile, readTable } from '../files/tables.js'
import { readTextFile } from '../files/text-files.js'

/** Questions with reference answers, and what their file says of itself if it is one of our exports. */
interface LoadedQuestions {
  readonly questions: readonly Question[]
  readonly description: DataDescription | null
}

/** Loads questions for a log that has none, their columns found by their names. */
export async function loadQuestions(file: string): Promise<LoadedQuestions> {
  const rows = await loadRows(file)
  const header = parseDescriptionLine(rows.text.split('\n', 1)[0] ?? '')
  if (header?.ok === false) throw new UsageError(`${file}, line 1: ${header.problem}`)
  const parsed = parseQuestions(rows.text, { fields: fieldsOf(file, rows) })
  if (parsed.ok) return { questions: parsed.questions, description: header?.description ?? null }
  throw new UsageError(`${file}:\n${problemLines(rows, parsed.problems).join('\n')}`)
}

/** Finds which columns hold what; throws with the columns found where they cannot be told. */
export function fieldsOf(file: string, rows: LoadedRows, given: QuestionFields = {}): QuestionFields {
  const objects = firstObjects(rows).filter((row) => !('cges' in row))
  // Lines that are no objects at all are told one by one, with their numbers.
  if (objects.length === 0) return given
  const resolved = resolveFields(objects, given)
  if (resolved.ok) return resolved.fields
  throw new UsageError(`${file}: ${resolved.problem}`)
}

/** Formats problems of rows, each with its line in the file. */
export function problemLines(
  { lines }: LoadedRows,
  problems: readonly { readonly line: number; readonly problem: string }[],
): string[] {
  return problems.map(({ line, problem }) => `  line ${lines?.[line - 1] ?? line}: ${problem}`)
}

/** The rows of a file of questions, as JSON lines. */
export interface LoadedRows {
  readonly text: string
  /** The line in the file of each line of `text`; the same unless given. */
  readonly lines?: readonly number[]
}

/**
 * Loads a file of questions by its extension: JSONL (plain or gzipped), a .json list, CSV or TSV with a line of names
 * (delimited by commas, semicolons, tabs or bars), or Parquet.
 */
export async function loadRows(file: string): Promise<LoadedRows> {
  if (isTable(file)) {
    const rows = await readTable(file)
    return { text: rows.map(({ value }) => JSON.stringify(value)).join('\n'), lines: rows.map(({ line }) => line) }
  }
  if (!/\.json(?:\.gz)?$/u.test(file)) return { text: readTextFile(file) }
  const value = readJsonFile(file)
  if (!Array.isArray(value)) throw new UsageError(`${file} is one JSON object, expected a list of questions`)
  return { text: value.map((row) => JSON.stringify(row)).join('\n') }
}

const LOOKED_AT = 20

/** The first rows that are objects, to see which columns they have. */
function firstObjects({ text }: LoadedRows): object[] {
  const lines = text.split('\n', 2 * LOOKED_AT).filter((line) => line.trim() !== '')
  return lines.slice(0, LOOKED_AT).flatMap((line) => {
    const json = parseJson(line)
    return json.ok && typeof json.value === 'object' && json.value !== null && !Array.isArray(json.value)
      ? [json.value]
      : []
  })
}
