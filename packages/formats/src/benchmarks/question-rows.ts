import { type QuestionFields, valueText } from '@cges-fleet/core'
import { parseDelimited } from '../lines/delimited-text.js'
import { parseJson } from '../lines/json-lines.js'
import { type ResolvedFields, resolveFields } from './resolve-fields.js'

/** The rows of a file of questions, as JSON lines. */
export interface QuestionRows {
  readonly text: string
  /** The line in the file of each line of `text`; the same unless given. */
  readonly lines?: readonly number[]
}

type ReadRows = { readonly ok: true; readonly rows: QuestionRows } | { readonly ok: false; readonly problem: string }

/**
 * Reads a text of questions by its file's name: JSONL, a .json list, CSV or TSV with a line of names. A text without a
 * name, as it is pasted, is read as what it begins with.
 */
export function questionRows(text: string, name: string | null): ReadRows {
  const start = text.replace(/^\uFEFF/u, '').trimStart()
  if (name === null ? !/^[{[]/u.test(start) : isDelimited(name)) {
    const table = parseDelimited(text)
    return table.ok
      ? { ok: true, rows: tableRows(table.rows) }
      : { ok: false, problem: `not CSV: line ${table.line}: ${table.problem}` }
  }
  const isList = name === null ? start.startsWith('[') : /\.json(?:\.gz)?$/u.test(name)
  return isList ? listedRows(text) : { ok: true, rows: { text } }
}

/** Whether a file is delimited text by its name. */
export function isDelimited(name: string): boolean {
  return /\.(?:csv|tsv)(?:\.gz)?$/u.test(name)
}

/** A table's rows as rows of questions. */
export function tableRows(rows: readonly { readonly value: unknown; readonly line: number }[]): QuestionRows {
  return { text: rows.map(({ value }) => JSON.stringify(value)).join('\n'), lines: rows.map(({ line }) => line) }
}

function listedRows(text: string): ReadRows {
  const json = parseJson(text)
  if (!json.ok) return { ok: false, problem: json.problem }
  const { value } = json
  if (!Array.isArray(value)) return { ok: false, problem: `${valueText(value)}, expected a list of questions` }
  return { ok: true, rows: { text: value.map((row) => JSON.stringify(row)).join('\n') } }
}

const LOOKED_AT = 20

/**
 * Finds which columns of some rows hold what, by their names and first values. Rows that are no objects are left to
 * `parseQuestions`, which names each with its line.
 */
export function questionFields(rows: QuestionRows, given: QuestionFields = {}): ResolvedFields {
  const objects = firstObjects(rows).filter((row) => !('cges' in row))
  return objects.length === 0 ? { ok: true, fields: given } : resolveFields(objects, given)
}

/** The names of the columns that the first rows have, in their order. */
export function columnsOf(rows: QuestionRows): string[] {
  return [...new Set(firstObjects(rows).flatMap((row) => Object.keys(row)))]
}

function firstObjects({ text }: QuestionRows): object[] {
  const lines = text.split('\n', 2 * LOOKED_AT).filter((line) => line.trim() !== '')
  return lines.slice(0, LOOKED_AT).flatMap((line) => {
    const json = parseJson(line)
    return json.ok && typeof json.value === 'object' && json.value !== null && !Array.isArray(json.value)
      ? [json.value]
      : []
  })
}

/** Formats problems of rows, each with its line in the file. */
export function rowProblems(
  { lines }: QuestionRows,
  problems: readonly { readonly line: number; readonly problem: string }[],
): string[] {
  return problems.map(({ line, problem }) => `line ${lines?.[line - 1] ?? line}: ${problem}`)
}

/** A name for a benchmark from that of its file. */
export function benchmarkNameOf(file: string): string {
  return file
    .replace(/^.*[/\\]/u, '')
    .replace(/\.gz$/u, '')
    .replace(/\.[a-z]+$/u, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, '-')
    .replace(/^[^a-z0-9]+/u, '')
    .slice(0, 60)
}
