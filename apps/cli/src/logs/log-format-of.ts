import { detectLogFormat, type LogFormat } from '@cges-fleet/core'
import { parseDescriptionLine, parseJson } from '@cges-fleet/formats'
import { UsageError } from '../usage-error.js'
import { readLines } from './read-lines.js'

/** The advice for an export that contains only verdicts. */
export const SAMPLES_WANTED = 'no method can be run on them; export it as jsonl, lm-eval, inspect or nemo'

/** Detects a file's format by its name, else by its first row. */
export async function logFormatOf(file: string): Promise<LogFormat> {
  if (/\.(?:eval|json)$/u.test(file)) return 'inspect'
  if (/\.csv(\.gz)?$/u.test(file)) throw new UsageError(`${file} holds verdicts and no samples: ${SAMPLES_WANTED}`)
  for await (const { text, number } of readLines(file)) {
    if (parseDescriptionLine(text) !== null) continue
    const json = parseJson(text)
    if (!json.ok) throw new UsageError(`${file}, line ${number}: ${json.problem}`)
    const format = detectLogFormat(json.value)
    if (format !== null) return format
    throw new UsageError(
      `${file}, line ${number}: no known log has such rows; name its format with --format, or its fields with --map`,
    )
  }
  throw new UsageError(`${file}: there is nothing in it`)
}
