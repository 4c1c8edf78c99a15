import { detectLogFormat, type LogFormat } from '@cges-fleet/core'
import { type DataFile, InputError } from '../../files/data-file.js'
import { isOneValue, isTable, readLines, readRows } from '../../files/file-rows.js'
import { parseDescriptionLine } from '../export/data-description.js'
import { type LogFields, mapsSamples } from '../mapped/log-map.js'
import { presetOf } from '../mapped/presets.js'
import { suggestMap, suggestTableMap } from '../mapped/suggest-map.js'

export interface LogReading {
  /** Detected from the file if null. */
  readonly format: LogFormat | null
  /** Which filter's rows of an lm-evaluation-harness log to read; the first row's if null. */
  readonly filter: string | null
  readonly fields: LogFields
  /** Whether a question is given elsewhere, for logs without questions. */
  readonly isKnown: (id: string) => boolean
  /** Called with the progress in the text, in bytes as `textSize` counts them. */
  readonly onBytes?: (bytes: number) => void
}

/** The advice for an export that contains only verdicts. */
export const SAMPLES_WANTED = 'no method can be run on them; export it as jsonl, lm-eval, inspect or nemo'

/** Detects a file's format: as asked, by a map that names its samples, by its name, else by its first row. */
export async function logFormatOf(file: DataFile, { format, fields }: LogReading): Promise<LogFormat> {
  if (format !== null) return format
  if (await holdsVerdicts(file)) throw new InputError(`${file.name} holds verdicts but no samples: ${SAMPLES_WANTED}`)
  if (mapsSamples(fields)) return 'mapped'
  if (isTable(file)) return tableFormat(file, fields)
  if (file.name.endsWith('.eval') || (isOneValue(file) && (await isInspect(file)))) return 'inspect'
  for await (const row of readRows(file)) {
    if (!row.ok) throw new InputError(`${row.place}: ${row.problem}`)
    const found = detectLogFormat(row.value) ?? presetOf(row.value)
    if (found !== null) return found
    if (isDescription(row.value)) continue
    throw new InputError(`${row.place}: ${suggestMap(row.value, fields)}`)
  }
  throw new InputError(`${file.name}: it is empty`)
}

const ROWS_LOOKED_AT = 200

/** The format of a table: one that is read by a map, since all others are lines of JSON. */
async function tableFormat(file: DataFile, fields: LogFields): Promise<LogFormat> {
  const rows: object[] = []
  for await (const row of readRows(file)) {
    if (row.ok && typeof row.value === 'object' && row.value !== null) rows.push(row.value)
    if (rows.length >= ROWS_LOOKED_AT) break
  }
  if (rows.length === 0) throw new InputError(`${file.name}: it is empty`)
  const found = presetOf(rows[0])
  if (found !== null) return found
  throw new InputError(`${file.name} is ${suggestTableMap(rows, fields)}`)
}

function isDescription(value: unknown): boolean {
  return parseDescriptionLine(JSON.stringify(value)) !== null
}

const INSPECT_KEYS = /^\s*\{\s*"(?:version|status|eval|plan|stats|samples)"\s*:/u

/** Whether a file of one JSON value begins as Inspect's do. */
async function isInspect(file: DataFile): Promise<boolean> {
  for await (const text of file.text()) return INSPECT_KEYS.test(text)
  return false
}

/** Whether a delimited file holds an export's verdicts and no samples. */
export async function holdsVerdicts(file: DataFile): Promise<boolean> {
  if (!/\.csv(?:\.gz)?$/u.test(file.name)) return false
  for await (const { text } of readLines(file)) return /^"?question_id"?,"?replicate"?,"?method"?,/u.test(text)
  return false
}
