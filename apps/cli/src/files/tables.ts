import { parseJson } from '@cges-fleet/formats'
import { type CsvError, parse } from 'csv-parse/sync'
import { UsageError } from '../errors.js'
import { readTextFile } from './text-files.js'

/** Rows of a file that is read whole, each with its line, from 1, where it has one. */
export interface FileRow {
  readonly value: unknown
  readonly line: number
}

/** Whether a file is a table by its name: delimited text, or Parquet. */
export function isTable(file: string): boolean {
  return /\.(?:csv|tsv|parquet)(?:\.gz)?$/u.test(file)
}

/** Reads a table whole: text with a line of names, delimited by whatever its first line is, or Parquet. */
export async function readTable(file: string): Promise<FileRow[]> {
  return file.endsWith('.parquet') ? parquetRows(file) : delimitedRows(readTextFile(file), file)
}

const DELIMITERS = [',', ';', '\t', '|'] as const

/** Parses delimited text with a line of names; a `UsageError` names the line that does not fit it. */
export function delimitedRows(text: string, file: string): FileRow[] {
  try {
    const rows: { record: unknown; info: { lines: number } }[] = parse(text, {
      columns: (names: string[]) => namedColumns(names, file),
      bom: true,
      skip_empty_lines: true,
      info: true,
      delimiter: delimiterOf(text),
    })
    return rows.map(({ record, info }) => ({ value: record, line: info.lines }))
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`${file} is not CSV: ${csvProblem(cause)}`, { cause })
  }
}

/** The delimiter that splits the line of names into most columns, outside quotes; the likelier of equals. */
export function delimiterOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/u, 1)
  const bare = head.replaceAll(/"[^"]*"/gu, '')
  const counts = DELIMITERS.map((mark) => bare.split(mark).length - 1)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

function namedColumns(names: readonly string[], file: string): string[] {
  const trimmed = names.map((name) => name.trim())
  const twice = trimmed.find((name, at) => name !== '' && trimmed.indexOf(name) < at)
  if (twice !== undefined) throw new UsageError(`${file}, line 1: two columns are named ${JSON.stringify(twice)}`)
  return trimmed
}

function csvProblem(cause: unknown): string {
  const { code, lines, record } = Object(cause) as Partial<CsvError & { lines: number; record: unknown[] }>
  if (code === 'CSV_RECORD_INCONSISTENT_COLUMNS' || code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH') {
    return `line ${lines ?? '?'} has ${record?.length ?? 'other'} cells than the line of names has columns: put cells with the delimiter in them between double quotes`
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `a double quote is not closed by line ${lines ?? '?'}`
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE') {
    return `line ${lines ?? '?'} has a double quote within a cell: write two of them`
  }
  return cause instanceof Error ? cause.message : String(cause)
}

async function parquetRows(file: string): Promise<FileRow[]> {
  // Large, and for one kind of file only.
  const { asyncBufferFromFile, parquetReadObjects } = await import('hyparquet')
  const { compressors } = await import('hyparquet-compressors')
  try {
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file), compressors })
    return rows.map((row, at) => ({ value: plainValue(row), line: at + 1 }))
  } catch (cause) {
    throw new UsageError(`${file} is not Parquet: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** JSON's values for Parquet's: numbers for 64-bit ones that fit, text for those that do not, lists for typed arrays. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (Array.isArray(value)) return value.map(plainValue)
  if (ArrayBuffer.isView(value) && Symbol.iterator in value)
    return [...(value as unknown as Iterable<unknown>)].map(plainValue)
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]))
}

/** Reads a file that is one JSON value. */
export function readJsonFile(file: string): unknown {
  const json = parseJson(readTextFile(file))
  if (!json.ok) throw new UsageError(`${file} is ${json.problem}`)
  return json.value
}
