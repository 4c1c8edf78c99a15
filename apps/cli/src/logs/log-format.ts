import { detectLogFormat, type LogFormat } from '@cges-fleet/core'
import { mapsSamples, parseDescriptionLine, presetOf, suggestMap } from '@cges-fleet/formats'
import { UsageError } from '../errors.js'
import type { LogReading } from './load-log.js'
import { isOneValue, readLines, readRows, readText } from './log-lines.js'

/** The advice for an export that contains only verdicts. */
export const SAMPLES_WANTED = 'no method can be run on them; export it as jsonl, lm-eval, inspect or nemo'

/** Detects a file's format: as asked, by a map that names its samples, by its name, else by its first row. */
export async function logFormatOf(file: string, { format, fields }: LogReading): Promise<LogFormat> {
  if (format !== null) return format
  if (await holdsVerdicts(file)) throw new UsageError(`${file} holds verdicts but no samples: ${SAMPLES_WANTED}`)
  if (mapsSamples(fields)) return 'mapped'
  if (file.endsWith('.eval') || (isOneValue(file) && (await isInspect(file)))) return 'inspect'
  for await (const row of readRows(file)) {
    if (!row.ok) throw new UsageError(`${row.place}: ${row.problem}`)
    const found = detectLogFormat(row.value) ?? presetOf(row.value)
    if (found !== null) return found
    if (isDescription(row.value)) continue
    throw new UsageError(`${row.place}: ${suggestMap(row.value)}`)
  }
  throw new UsageError(`${file}: it is empty`)
}

function isDescription(value: unknown): boolean {
  return parseDescriptionLine(JSON.stringify(value)) !== null
}

const INSPECT_KEYS = /^\s*\{\s*"(?:version|status|eval|plan|stats|samples)"\s*:/u

/** Whether a file of one JSON value begins as Inspect's do. */
async function isInspect(file: string): Promise<boolean> {
  for await (const text of readText(file)) return INSPECT_KEYS.test(text)
  return false
}

/** Whether a delimited file holds an export's verdicts and no samples. */
export async function holdsVerdicts(file: string): Promise<boolean> {
  if (!/\.csv(?:\.gz)?$/u.test(file)) return false
  for await (const { text } of readLines(file)) return /^"?question_id"?,"?replicate"?,"?method"?,/u.test(text)
  return false
}
