import { isDelimited } from '../benchmarks/question-rows.js'
import { parseDelimited } from '../lines/delimited-text.js'
import { parseJson } from '../lines/json-lines.js'
import { plainValue } from '../lines/plain-value.js'
import { rowsOf } from '../logs/mapped/presets.js'
import { type DataFile, InputError } from './data-file.js'

export interface FileLine {
  readonly text: string
  /** From 1. */
  readonly number: number
  /** False if the file ends without a line end, as a truncated one does. */
  readonly ended: boolean
}

/** The most characters of one line, or of one sample of an Inspect log: about half of JavaScript's longest text. */
export const LONGEST_LINE = 256 * 2 ** 20

/** The most characters of a file that is read whole. */
const LARGEST_WHOLE_FILE = 256 * 2 ** 20

/**
 * Streams a file's lines; skips blank ones. A line longer than `LONGEST_LINE` throws an `InputError` before more of it
 * is read.
 */
export async function* readLines(
  file: DataFile,
  onBytes?: (bytes: number) => void,
  longest = LONGEST_LINE,
): AsyncGenerator<FileLine> {
  // Joined once a line, so that a long line takes time in proportion to its length.
  let parts: string[] = []
  let length = 0
  let number = 1
  const add = (part: string): void => {
    parts.push(part)
    length += part.length
    if (length > longest) throw new InputError(tooLong(`${file.name}, line ${number}`, longest))
  }
  for await (const chunk of file.text(onBytes)) {
    let from = 0
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
      add(chunk.slice(from, at))
      const text = parts.join('')
      if (text.trim() !== '') yield { text, number, ended: true }
      parts = []
      length = 0
      number += 1
      from = at + 1
    }
    add(chunk.slice(from))
  }
  const rest = parts.join('')
  if (rest.trim() !== '') yield { text: rest, number, ended: false }
}

/** What to tell of a line or sample that is longer than what is read. */
export function tooLong(place: string, longest = LONGEST_LINE): string {
  return `${place} is longer than ${longest.toLocaleString('en-US')} characters: write fewer samples in one line, or leave log-probabilities out`
}

/** Reads a file's text whole, up to `LARGEST_WHOLE_FILE`. */
export async function wholeText(file: DataFile): Promise<string> {
  const parts: string[] = []
  let length = 0
  for await (const part of file.text()) {
    parts.push(part)
    length += part.length
    if (length > LARGEST_WHOLE_FILE)
      throw new InputError(`${file.name} has more than 256 MB, and is read whole: write JSON lines, in a .jsonl file`)
  }
  return parts.join('')
}

/** A row of a log of any container, or what is wrong with its line. */
type LogFileRow = { readonly place: string; readonly line: number; readonly ended: boolean } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }
)

/**
 * Yields the rows of a log: JSON lines one by one; tables (CSV, TSV, Parquet) and files of one JSON value whole, up to
 * `LARGEST_WHOLE_FILE`.
 */
export async function* readRows(file: DataFile, onBytes?: (bytes: number) => void): AsyncGenerator<LogFileRow> {
  if (isTable(file)) {
    for (const { value, line } of await readTable(file))
      yield { ok: true, value, line, ended: true, place: placeOf(file, line) }
    return
  }
  if (isOneValue(file)) {
    const json = parseJson(await wholeText(file))
    if (!json.ok) throw new InputError(`${file.name} is ${json.problem}`)
    const rows = rowsOf(json.value)
    if (rows === null) throw new InputError(`${file.name} is one JSON object and no list of rows: ${ONE_VALUE}`)
    for (const [at, value] of rows.entries())
      yield { ok: true, value, line: at + 1, ended: true, place: `${file.name}, row ${at + 1}` }
    return
  }
  for await (const { text, number, ended } of readLines(file, onBytes)) {
    yield { ...parseJson(text), line: number, ended, place: placeOf(file, number) }
  }
}

/** Whether a file is one JSON value by its name, rather than JSON lines. */
export function isOneValue({ name }: DataFile): boolean {
  return /\.json(?:\.gz)?$/u.test(name)
}

const ONE_VALUE =
  'a .json file is an Inspect log, a list of rows, or predictions of OpenCompass or simple-evals; JSON lines end in .jsonl'

function placeOf({ name }: DataFile, line: number): string {
  return `${name}, ${name.endsWith('.parquet') ? 'row' : 'line'} ${line}`
}

/** A row of a file that is read whole, with its line, from 1. */
interface FileRow {
  readonly value: unknown
  readonly line: number
}

/** Whether a file is a table by its name: delimited text, or Parquet. */
export function isTable({ name }: DataFile): boolean {
  return isDelimited(name) || name.endsWith('.parquet')
}

/** Reads a table whole: text with a line of names, delimited by whatever its first line is, or Parquet. */
async function readTable(file: DataFile): Promise<readonly FileRow[]> {
  if (file.name.endsWith('.parquet')) return readParquet(file)
  const table = parseDelimited(await wholeText(file))
  if (table.ok) return table.rows
  throw new InputError(`${file.name} is not CSV: line ${table.line}: ${table.problem}`)
}

/** Reads the rows of a Parquet file. */
export async function readParquet(file: DataFile): Promise<FileRow[]> {
  try {
    const rows = await file.parquetRows()
    return rows.map((row, at) => ({ value: plainValue(row), line: at + 1 }))
  } catch (cause) {
    throw new InputError(
      `${file.name} is not Parquet, or is cut off: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    )
  }
}
