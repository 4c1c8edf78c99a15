import { parseJson } from '@cges-fleet/formats'
import { readTextFile } from '../read-text-file.js'
import { isTable, readJsonFile, readTable } from '../read-rows.js'
import { UsageError } from '../usage-error.js'

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
export function firstObjects({ text }: LoadedRows): object[] {
  const lines = text.split('\n', 2 * LOOKED_AT).filter((line) => line.trim() !== '')
  return lines.slice(0, LOOKED_AT).flatMap((line) => {
    const json = parseJson(line)
    return json.ok && typeof json.value === 'object' && json.value !== null && !Array.isArray(json.value)
      ? [json.value]
      : []
  })
}
