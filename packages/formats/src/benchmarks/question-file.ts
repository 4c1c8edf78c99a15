import type { Question, QuestionFields } from '@cges-fleet/core'
import { type DataFile, InputError } from '../files/data-file.js'
import { readParquet, wholeText } from '../files/file-rows.js'
import { type DataDescription, parseDescriptionLine } from '../logs/export/data-description.js'
import { parseQuestions } from './parse-questions.js'
import { questionFields, type QuestionRows, questionRows, rowProblems, tableRows } from './question-rows.js'

/** Questions with reference answers, and what their file says of itself if it is one of our exports. */
interface LoadedQuestions {
  readonly questions: readonly Question[]
  readonly description: DataDescription | null
}

/** Loads questions for a log that has none, their columns found by their names. */
export async function loadQuestions(file: DataFile): Promise<LoadedQuestions> {
  const rows = await loadRows(file)
  const header = parseDescriptionLine(rows.text.split('\n', 1)[0] ?? '')
  if (header?.ok === false) throw new InputError(`${file.name}, line 1: ${header.problem}`)
  const parsed = parseQuestions(rows.text, { fields: fieldsOf(file.name, rows) })
  if (parsed.ok) return { questions: parsed.questions, description: header?.description ?? null }
  throw new InputError(`${file.name}:\n${problemLines(rows, parsed.problems).join('\n')}`)
}

/** Finds which columns hold what; throws with the columns found where they cannot be told. */
export function fieldsOf(file: string, rows: QuestionRows, given: QuestionFields = {}): QuestionFields {
  const resolved = questionFields(rows, given)
  if (resolved.ok) return resolved.fields
  throw new InputError(`${file}: ${resolved.problem}`)
}

/** Formats problems of rows, each with its line in the file. */
export function problemLines(...given: Parameters<typeof rowProblems>): string[] {
  return rowProblems(...given).map((problem) => `  ${problem}`)
}

/**
 * Loads a file of questions by its extension: JSONL (plain or gzipped), a .json list, CSV or TSV with a line of names
 * (delimited by commas, semicolons, tabs or bars), or Parquet.
 */
export async function loadRows(file: DataFile): Promise<QuestionRows> {
  if (file.name.endsWith('.parquet')) return tableRows(await readParquet(file))
  const read = questionRows(await wholeText(file), file.name)
  if (read.ok) return read.rows
  throw new InputError(`${file.name} is ${read.problem}`)
}
