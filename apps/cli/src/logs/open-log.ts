import { GRADING_VERSION } from '@cges-fleet/answers'
import { type DataDescription, type LogEntry, type ReadingRules } from '@cges-fleet/formats'
import { markLine } from '../report/provenance-mark.js'
import { UsageError } from '../usage-error.js'
import { inferKind } from './infer-kind.js'
import { type KnownQuestions, type LogFlags, logReading } from './log-options.js'
import { type LogItem, type LogReading, loadLogs } from './load-log.js'

/** A log after a look at its first rows: the rules for reading it, and its own description. */
export interface OpenLog {
  readonly files: readonly string[]
  readonly reading: LogReading & KnownQuestions
  readonly rules: ReadingRules
  readonly description: DataDescription | null
  /** Its first rows, to try other rules on them. */
  readonly rows: readonly LogEntry[]
}

/** Limits of the look at the first rows. */
const MOST_SAMPLES = 2000
const MOST_CHARACTERS = 32_000_000

/**
 * Looks at the first rows of logs to find out how answers are compared: from their description, else from the options,
 * else inferred from the reference answers, saying so. Refuses an option that contradicts the data, and asks for the
 * kind if it is not clear.
 */
export async function openLog(files: readonly string[], flags: LogFlags): Promise<OpenLog> {
  const reading = logReading(flags)
  const description = await descriptionOf(files, reading)
  const rows = await firstRows(files, reading)
  const { known, told } = reading
  const { truncatedVote } = flags
  const stated = description ?? told
  if (stated === null) {
    const kind = flags.kind ?? inferKind(rows, known)
    return {
      files,
      reading,
      rows,
      description,
      rules: { kind, paper: false, from: flags.answers, known, truncatedVote },
    }
  }
  const { kind, paper, evaluation, provenance } = stated
  if (told !== null && told.evaluation !== evaluation) {
    throw new UsageError(`--questions is of evaluation ${told.evaluation}, ${files.join(', ')} of ${evaluation}`)
  }
  if (flags.kind !== undefined && flags.kind !== kind) {
    throw new UsageError(`--kind ${flags.kind} contradicts the data, which say kind ${kind}: leave --kind out`)
  }
  const mark = markLine(provenance)
  console.error(`the data say what they are: evaluation ${evaluation}, kind ${kind}${mark === null ? '' : `\n${mark}`}`)
  const from = flags.answers ?? (description === null ? undefined : 'log')
  return { files, reading, rows, description, rules: { kind, paper, from, known, truncatedVote } }
}

/**
 * Whether a log is an evaluation's own export, with the answers as it extracted them: then few answers are no cause for
 * doubt.
 */
export function isAsRead({ description, rules }: OpenLog): boolean {
  return description !== null && rules.from === 'log' && description.gradingVersion === GRADING_VERSION
}

/** Returns what is wrong with a description in the middle of a log; null if it is the known one. */
export function descriptionProblem(item: LogItem, known: DataDescription | null): string | null {
  if (item.kind !== 'description' || item.description.evaluation === known?.evaluation) return null
  return `here begin the data of evaluation ${item.description.evaluation}: read them on their own`
}

/** The description shared by all the files, if they have one: they must be of one evaluation. */
async function descriptionOf(files: readonly string[], reading: LogReading): Promise<DataDescription | null> {
  const found: (DataDescription | null)[] = []
  for (const file of files) found.push(await firstDescription(file, reading))
  const [first = null, ...others] = found
  const other = others.findIndex((each) => each?.evaluation !== first?.evaluation)
  if (other >= 0) {
    const names = [first, others[other] ?? null].map((each) => each?.evaluation ?? 'none that it names')
    throw new UsageError(
      `${files[0] ?? ''} is of evaluation ${names[0] ?? ''}, ${files[other + 1] ?? ''} of ${names[1] ?? ''}: read them one by one`,
    )
  }
  return first
}

async function firstDescription(file: string, reading: LogReading): Promise<DataDescription | null> {
  for await (const item of loadLogs([file], reading)) {
    if (item.kind !== 'description') return null
    return item.description
  }
  return null
}

/** Reads the first rows; throws what prevents that if there are none. */
async function firstRows(files: readonly string[], reading: LogReading): Promise<LogEntry[]> {
  const rows: LogEntry[] = []
  const passed = new Map<string, number>()
  let problem: string | null = null
  let samples = 0
  let characters = 0
  for await (const item of loadLogs(files, reading)) {
    if (item.kind === 'problem') problem ??= `${item.place}: ${item.problem}`
    if (item.kind === 'passed over') passed.set(item.why, (passed.get(item.why) ?? 0) + 1)
    if (item.kind !== 'entry') continue
    // Log-probabilities are large, and extracting answers does not need them.
    rows.push({ ...item.entry, samples: item.entry.samples.map((each) => ({ ...each, logprobs: null, tokens: null })) })
    samples += item.entry.samples.length
    characters += item.entry.samples.reduce((sum, { text }) => sum + (text ?? '').length, 0)
    if (samples >= MOST_SAMPLES || characters >= MOST_CHARACTERS) break
  }
  if (rows.length > 0) return rows
  const left = [...passed].map(([why, count]) => `${count} ${why} were passed over`)
  throw new UsageError(problem ?? [`${files.join(', ')}: there are no samples in it`, ...left].join('; '))
}
