import { parseJson, rowsOf } from '@cges-fleet/formats'
import { isTable, readJsonFile, readTable } from '../read-rows.js'
import { UsageError } from '../usage-error.js'
import { readLines } from './read-lines.js'

/** A row of a log of any container, or what is wrong with its line. */
export type LogFileRow = { readonly place: string; readonly line: number; readonly ended: boolean } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }
)

/**
 * Yields the rows of a log: JSON lines one by one; tables (CSV, TSV, Parquet) and files of one JSON value whole, up to
 * `LARGEST_WHOLE_FILE`.
 */
export async function* readRows(file: string, onBytes?: (bytes: number) => void): AsyncGenerator<LogFileRow> {
  if (isTable(file)) {
    for (const { value, line } of await readTable(file))
      yield { ok: true, value, line, ended: true, place: placeOf(file, line) }
    return
  }
  if (isOneValue(file)) {
    const rows = rowsOf(readJsonFile(file))
    if (rows === null) throw new UsageError(`${file} is one JSON object and no list of rows: ${ONE_VALUE}`)
    for (const [at, value] of rows.entries())
      yield { ok: true, value, line: at + 1, ended: true, place: `${file}, row ${at + 1}` }
    return
  }
  for await (const { text, number, ended } of readLines(file, onBytes)) {
    yield { ...parseJson(text), line: number, ended, place: placeOf(file, number) }
  }
}

/** Whether a file is one JSON value by its name, rather than JSON lines. */
export function isOneValue(file: string): boolean {
  return /\.json(?:\.gz)?$/u.test(file)
}

const ONE_VALUE =
  'a .json file is an Inspect log, a list of rows, or predictions of OpenCompass or simple-evals; JSON lines end in .jsonl'

function placeOf(file: string, line: number): string {
  return `${file}, ${file.endsWith('.parquet') ? 'row' : 'line'} ${line}`
}
