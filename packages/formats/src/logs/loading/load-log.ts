import { type LogFormat } from '@cges-fleet/core'
import { z } from 'zod'
import { type DataFile, InputError } from '../../files/data-file.js'
import { readLines, readRows } from '../../files/file-rows.js'
import { parseJson } from '../../lines/json-lines.js'
import {
  type DataDescription,
  describedBudget,
  findDescription,
  parseDescriptionLine,
  rowDescription,
} from '../export/data-description.js'
import { type InspectHeader, readInspectArchive, readInspectJson } from '../inspect/inspect-files.js'
import { inspectRun } from '../inspect/inspect-run.js'
import { parseInspectSample } from '../inspect/parse-inspect-sample.js'
import { lmEvalFilter, parseLmEvalRow } from '../lm-eval/parse-lm-eval-row.js'
import type { LogEntry, LogRow, LogRun } from '../log-entry.js'
import { parseSampling } from '../log-sampling.js'
import { compileMap, type LogFields, mapsSamples } from '../mapped/log-map.js'
import { mappedGrades, parseMappedRow } from '../mapped/parse-mapped-row.js'
import { type MappedFormat, PRESETS } from '../mapped/presets.js'
import { parseNemoRow } from '../nemo.js'
import { parseBatchRow } from '../openai-batch.js'
import { parseRecordingRow, parseSampleRow } from '../recordings.js'
import { logFormatOf, type LogReading } from './log-format.js'

/** The result of parsing one row of a log. */
export type LogItem =
  | { readonly kind: 'entry'; readonly format: LogFormat; readonly place: string; readonly entry: LogEntry }
  /** A file's own description, before its first row. */
  | {
      readonly kind: 'description'
      readonly place: string
      readonly format: LogFormat
      readonly description: DataDescription
    }
  | { readonly kind: 'passed over'; readonly why: string }
  | { readonly kind: 'problem'; readonly place: string; readonly problem: string }

/**
 * Yields the rows of logs, holding one row a file in memory. Several files of NeMo-Skills are read side by side: they
 * hold the same questions.
 */
export async function* loadLogs(files: readonly DataFile[], reading: LogReading): AsyncGenerator<LogItem> {
  const formats = new Map<DataFile, LogFormat>()
  for (const file of files) formats.set(file, await logFormatOf(file, reading))
  const streams = files.map((file) => loadLog(file, formats.get(file) ?? 'recordings', reading))
  const together = files.length > 1 && [...formats.values()].every((format) => format === 'nemo' || isMapped(format))
  try {
    if (together) yield* sideBySide(streams)
    else for (const stream of streams) yield* stream
  } finally {
    // A caller that stops after the first rows would leave the files open.
    for (const stream of streams) await stream.return(undefined)
  }
}

async function* sideBySide(streams: readonly AsyncGenerator<LogItem>[]): AsyncGenerator<LogItem> {
  let open = streams
  while (open.length > 0) {
    const items = await Promise.all(open.map((stream) => stream.next()))
    for (const item of items) if (item.done !== true) yield item.value
    open = open.filter((_, place) => items[place]?.done !== true)
  }
}

function isMapped(format: LogFormat): format is MappedFormat {
  return Object.hasOwn(PRESETS, format)
}

async function* loadMapped(file: DataFile, format: MappedFormat, reading: LogReading): AsyncGenerator<LogItem> {
  const map = { ...PRESETS[format], ...compileMap(reading.fields) }
  for await (const row of readRows(file, reading.onBytes)) {
    const { place, line, ended } = row
    if (row.ok) yield itemOf(parseMappedRow(row.value, line, map), place, format)
    else yield { kind: 'problem', place, problem: ended ? row.problem : `${row.problem}${CUT_OFF}` }
  }
}

const CUT_OFF = ' (the file ends here without a line end: it may have been cut off)'

async function* loadLog(file: DataFile, format: LogFormat, reading: LogReading): AsyncGenerator<LogItem> {
  if (isMapped(format)) return yield* loadMapped(file, format, reading)
  requireNameable(format, reading.fields)
  if (format === 'inspect' && !/\.jsonl(\.gz)?$/u.test(file.name)) return yield* loadInspectLog(file, reading)
  let filter = reading.filter
  let description: DataDescription | null = null
  let isFirst = true
  for await (const { text, number, ended } of readLines(file, reading.onBytes)) {
    const place = `${file.name}, line ${number}`
    const header = parseDescriptionLine(text)
    if (header !== null && !header.ok) {
      yield { kind: 'problem', place, problem: header.problem }
      continue
    }
    const found = header?.description ?? (isFirst ? rowDescription(format, text) : null)
    if (found !== null) {
      description = found
      yield { kind: 'description', place, format, description: found }
    }
    if (header !== null) continue
    isFirst = false
    filter ??= format === 'lm-eval' ? lmEvalFilter(text) : null
    const budget = description === null ? 0 : describedBudget(description)
    const item = itemOf(
      withMapped(parseRowOf(format, text, { ...reading, filter, line: number, budget }), text, reading),
      place,
      format,
    )
    yield item.kind === 'problem' && !ended ? { ...item, problem: `${item.problem}${CUT_OFF}` } : item
  }
}

async function* loadInspectLog(file: DataFile, reading: LogReading): AsyncGenerator<LogItem> {
  const samples = file.name.endsWith('.eval') ? readInspectArchive : readInspectJson
  let description: DataDescription | null = null
  const runs = new WeakMap<InspectHeader, LogRun>()
  for await (const { text, place, header } of samples(file, reading.onBytes)) {
    const run = runs.get(header) ?? inspectRun(header)
    runs.set(header, run)
    const found: DataDescription | null =
      description === null ? findDescription(Evaluated.safeParse(header.eval).data?.metadata) : null
    if (found !== null) {
      description = found
      yield { kind: 'description', place: file.name, format: 'inspect', description: found }
    }
    const row = withMapped(parseInspectSample(text, reading.fields, description !== null), text, reading)
    const item = itemOf(row, `${file.name}, ${place}`, 'inspect')
    yield item.kind === 'entry'
      ? { ...item, entry: { ...item.entry, ...modelAndSampling(header, item.entry), run } }
      : item
  }
}

interface RowReading extends LogReading {
  readonly line: number
  readonly budget: number
}

function parseRowOf(format: Exclude<LogFormat, MappedFormat>, text: string, reading: RowReading): LogRow {
  const { fields, budget } = reading
  switch (format) {
    case 'lm-eval':
      return parseLmEvalRow(text, reading.filter, fields)
    case 'inspect':
      return parseInspectSample(text, fields)
    case 'nemo':
      return parseNemoRow(text, reading.line, fields, budget)
    case 'openai-batch':
      return parseBatchRow(text, reading.isKnown)
    case 'recordings':
      return parseRecordingRow(text, fields)
    case 'samples':
      return parseSampleRow(text, budget)
  }
}

/** Puts the grades that --map names in place of a log's own, and names what it does not find in the row. */
function withMapped(row: LogRow, text: string, { fields }: LogReading): LogRow {
  if (Object.keys(fields).length === 0 || !row.ok || row.entry === null) return row
  const json = parseJson(text)
  if (!json.ok) return json
  const { samples } = row.entry
  const map = compileMap(fields)
  const unfound = NAMEABLE.filter((field) => map[field]?.(json.value).length === 0)
  if (fields.grade === undefined) return { ok: true, entry: { ...row.entry, unfound } }
  const grades = mappedGrades(json.value, map, samples.length)
  if (typeof grades === 'string') return { ok: false, problem: grades }
  const graded = samples.map((sample, at) => ({ ...sample, unreadGrade: undefined, ...grades[at] }))
  return { ok: true, entry: { ...row.entry, samples: graded, unfound } }
}

/** What --map can name in a log of a known format, before its grades. */
const NAMEABLE = ['id', 'question', 'answer'] as const
const UNNAMEABLE: ReadonlySet<LogFormat> = new Set<LogFormat>(['openai-batch', 'samples'])

/** Refuses a map of what a known format always reads itself: it would have no effect. */
function requireNameable(format: LogFormat, fields: LogFields): void {
  const can = [...(UNNAMEABLE.has(format) ? [] : NAMEABLE), 'grade']
  const named = Object.keys(fields).filter((field) => !can.includes(field))
  if (named.length === 0) return
  const or = mapsSamples(fields) ? ', or give --format mapped' : ''
  throw new InputError(
    `--map names ${named.join(', ')}, and a log of the format ${format} has its own: leave ${named.length === 1 ? 'it' : 'them'} out${or}. In such a log you can name ${can.join(', ')}`,
  )
}

function itemOf(row: LogRow, place: string, format: LogFormat): LogItem {
  if (!row.ok) return { kind: 'problem', place, problem: row.problem }
  return row.entry === null
    ? { kind: 'passed over', why: row.passedOver }
    : { kind: 'entry', format, place, entry: row.entry }
}

const Evaluated = z.object({
  model: z.string().optional().catch(undefined),
  model_generate_config: z.unknown().optional(),
  metadata: z.unknown().optional(),
})
const Planned = z.object({ config: z.unknown().optional() })

/** Merges an Inspect log's header into a sample: the plan takes precedence over the model's own settings. */
function modelAndSampling(header: InspectHeader, { model }: LogEntry): Pick<LogEntry, 'model' | 'sampling'> {
  const evaluated = Evaluated.safeParse(header.eval).data
  const ofModel = parseSampling(evaluated?.model_generate_config)
  return {
    model: evaluated?.model ?? model ?? null,
    sampling: { ...ofModel, ...parseSampling(Planned.safeParse(header.plan).data?.config) },
  }
}
