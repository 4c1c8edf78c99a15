import { parseDescriptionLine, parseQuestions, resolveFields } from '@cges-fleet/formats'
import type { DataDescription } from '@cges-fleet/formats'
import type { Question, QuestionFields } from '@cges-fleet/core'
import { UsageError } from '../usage-error.js'
import { firstObjects, type LoadedRows, loadRows } from './load-rows.js'

/** Questions with reference answers, and what their file says of itself if it is one of our exports. */
export interface LoadedQuestions {
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
