import { statSync } from 'node:fs'
import {
  detectLogFormat,
  lmEvalFilter,
  type LogEntry,
  type LogFields,
  type LogFormat,
  type LogRow,
  readBatchRow,
  readInspectSample,
  readJson,
  readLmEvalRow,
  readNemoRow,
  readRecordingRow,
  readSampleRow,
  readSampling,
} from '@cges-fleet/core'
import { z } from 'zod'
import { UsageError } from '../usage-error.js'
import { type InspectHeader, readInspectArchive, readInspectJson } from './read-inspect-log.js'
import { readLines } from './read-lines.js'
import { textSize } from './text-size.js'

export interface LogReading {
  /** Told from the file where null. */
  readonly format: LogFormat | null
  /** Which filter's rows of an lm-evaluation-harness log to read; the first row's where null. */
  readonly filter: string | null
  readonly fields: LogFields
  /** Whether a question is told elsewhere, for logs that tell none. */
  readonly isKnown: (id: string) => boolean
  /** Hears how much of the text is behind, in bytes as `textSize` counts them. */
  readonly onBytes?: (bytes: number) => void
}

/** What one row of a log came to. */
export type LogItem =
  | { readonly kind: 'entry'; readonly format: LogFormat; readonly place: string; readonly entry: LogEntry }
  | { readonly kind: 'passed over'; readonly why: string }
  | { readonly kind: 'problem'; readonly place: string; readonly problem: string }

/** Reads logs row by row, in the memory of one row a file. Several files of NeMo-Skills are read side by side: they hold the same questions. */
export async function* readLogs(files: readonly string[], reading: LogReading): AsyncGenerator<LogItem> {
  const formats = new Map<string, LogFormat>()
  for (const file of files) formats.set(file, reading.format ?? (await formatOf(file)))
  const streams = files.map((file) => readLog(file, formats.get(file) ?? 'recordings', reading))
  const together = files.length > 1 && [...formats.values()].every((format) => format === 'nemo')
  if (!together) {
    for (const stream of streams) yield* stream
    return
  }
  let open = streams
  while (open.length > 0) {
    const items = await Promise.all(open.map((stream) => stream.next()))
    for (const item of items) if (item.done !== true) yield item.value
    open = open.filter((_, place) => items[place]?.done !== true)
  }
}

async function* readLog(file: string, format: LogFormat, reading: LogReading): AsyncGenerator<LogItem> {
  const onBytes = weighed(file, reading.onBytes)
  if (format === 'inspect' && !/\.jsonl(\.gz)?$/u.test(file)) {
    const samples = file.endsWith('.eval') ? readInspectArchive : readInspectJson
    for await (const { text, place, header } of samples(file, onBytes)) {
      const item = itemOf(readInspectSample(text, reading), `${file}, ${place}`, format)
      yield item.kind === 'entry' ? { ...item, entry: { ...item.entry, ...toldBy(header, item.entry) } } : item
    }
    return
  }
  let filter = reading.filter
  for await (const { text, number, ended } of readLines(file, onBytes)) {
    filter ??= format === 'lm-eval' ? lmEvalFilter(text) : null
    const row = readRowOf(format, text, { reading: { ...reading, filter }, line: number })
    const item = itemOf(row, `${file}, line ${number}`, format)
    yield item.kind === 'problem' && !ended
      ? { ...item, problem: `${item.problem} (the file ends here without a line end: it may have been cut off)` }
      : item
  }
}

/** Turns bytes of a file into bytes of its text. */
function weighed(file: string, onBytes: LogReading['onBytes']): LogReading['onBytes'] {
  if (onBytes === undefined) return undefined
  const weight = textSize(file) / Math.max(1, statSync(file).size)
  return (bytes) => onBytes(bytes * weight)
}

function readRowOf(
  format: LogFormat,
  text: string,
  { reading, line }: { readonly reading: LogReading; readonly line: number },
): LogRow {
  switch (format) {
    case 'lm-eval':
      return readLmEvalRow(text, reading)
    case 'inspect':
      return readInspectSample(text, reading)
    case 'nemo':
      return readNemoRow(text, { line, fields: reading.fields })
    case 'openai-batch':
      return readBatchRow(text, reading)
    case 'recordings':
      return readRecordingRow(text, reading)
    case 'samples':
      return readSampleRow(text)
  }
}

function itemOf(row: LogRow, place: string, format: LogFormat): LogItem {
  if (!row.ok) return { kind: 'problem', place, problem: row.problem }
  return row.entry === null
    ? { kind: 'passed over', why: row.passedOver }
    : { kind: 'entry', format, place, entry: row.entry }
}

/** Tells a file's format by its name, else by its first row. */
async function formatOf(file: string): Promise<LogFormat> {
  if (/\.(?:eval|json)$/u.test(file)) return 'inspect'
  for await (const { text, number } of readLines(file)) {
    const json = readJson(text)
    if (!json.ok) throw new UsageError(`${file}, line ${number}: ${json.problem}`)
    const format = detectLogFormat(json.value)
    if (format !== null) return format
    throw new UsageError(
      `${file}, line ${number}: no known log has such rows; name its format with --format, or its fields with --map`,
    )
  }
  throw new UsageError(`${file}: there is nothing in it`)
}

const Evaluated = z.object({ model: z.string().optional().catch(undefined), model_generate_config: z.unknown() })
const Planned = z.object({ config: z.unknown() })

/** What an Inspect log says of all its samples before the first: what was planned goes before the model's own settings. */
function toldBy(header: InspectHeader, { model }: LogEntry): Pick<LogEntry, 'model' | 'sampling'> {
  const evaluated = Evaluated.safeParse(header.eval).data
  const own = readSampling(evaluated?.model_generate_config)
  return {
    model: evaluated?.model ?? model ?? null,
    sampling: { ...own, ...readSampling(Planned.safeParse(header.plan).data?.config) },
  }
}
