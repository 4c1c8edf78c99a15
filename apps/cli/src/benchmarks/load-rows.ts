import { parse } from 'csv-parse/sync'
import { readTextFile } from '../read-text-file.js'
import { UsageError } from '../usage-error.js'

/** Loads a file of questions, JSONL (plain or gzipped), CSV or Parquet by its extension, as JSON lines. */
export async function loadRows(file: string): Promise<string> {
  if (file.endsWith('.csv')) return csvRows(file)
  if (file.endsWith('.parquet')) return parquetRows(file)
  return readTextFile(file)
}

/** CSV with a header; an error names the line that does not fit it. */
function csvRows(file: string): string {
  const text = readTextFile(file)
  try {
    const rows: unknown[] = parse(text, { columns: true, bom: true, skip_empty_lines: true })
    return rows.map((row) => JSON.stringify(row)).join('\n')
  } catch (cause) {
    throw new UsageError(`${file} is not CSV: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

async function parquetRows(file: string): Promise<string> {
  // Large, and for one kind of file only.
  const { asyncBufferFromFile, parquetReadObjects } = await import('hyparquet')
  const { compressors } = await import('hyparquet-compressors')
  try {
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file), compressors })
    return rows.map((row) => JSON.stringify(row, plain)).join('\n')
  } catch (cause) {
    throw new UsageError(`${file} is not Parquet: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** JSON numbers for Parquet's 64-bit ones. */
function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
