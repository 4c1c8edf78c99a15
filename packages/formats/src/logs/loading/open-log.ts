import { AnswerKind, GRADING_VERSION } from '@cges-fleet/answers'
import { counted, type LogFormat, type Provenance, type Question } from '@cges-fleet/core'
import { loadQuestions } from '../../benchmarks/question-file.js'
import { type DataFile, InputError } from '../../files/data-file.js'
import { shortened } from '../../lines/shortened.js'
import type { DataDescription } from '../export/data-description.js'
import { type AnswersFrom, inferAnswerKind } from '../log-answer.js'
import type { LogEntry } from '../log-entry.js'
import type { LogFields } from '../mapped/log-map.js'
import { PRESETS } from '../mapped/presets.js'
import type { ReadingRules } from '../reading/log-reader.js'
import { loadLogs, type LogItem } from './load-log.js'
import type { LogReading } from './log-format.js'
import { requireMapped } from './require-mapped.js'

/** What a reader decides about how a log is read; the rest is found in it. */
export interface LogOptions {
  readonly format?: LogFormat | undefined
  /** Of an lm-evaluation-harness log, the filter whose rows are read; the first row's unless given. */
  readonly filter?: string | undefined
  readonly map: LogFields
  readonly answers?: AnswersFrom | undefined
  readonly kind?: AnswerKind | undefined
  readonly truncatedVote?: boolean | undefined
  /** Questions with their answers, for logs without. */
  readonly questions?: DataFile | undefined
}

interface KnownQuestions {
  readonly known: ReadonlyMap<string, Question>
  readonly questionsFrom: DataDescription | null
}

/** A log after a look at its first rows: the rules for reading it, and its own description. */
export interface OpenLog {
  readonly files: readonly DataFile[]
  readonly reading: LogReading & KnownQuestions
  readonly rules: ReadingRules
  readonly description: DataDescription | null
  /** What answered, if the data say so. */
  readonly provenance: Provenance | null
  readonly format: LogFormat
  /** Whether its first rows were shown as they are read. */
  readonly isShown: boolean
  /** Its first rows, to try other rules on them. */
  readonly rows: readonly LogEntry[]
}

/** Takes a sentence about a log: one of its first rows as they are read, or what was found out about it. */
type OnNote = (text: string, what: 'rows' | 'found') => void

/** Limits of the look at the first rows. */
const MOST_SAMPLES = 2000
const MOST_CHARACTERS = 32_000_000

/**
 * Looks at the first rows of logs to find out how answers are compared: from their description, else from the options,
 * else inferred from the reference answers; what was found is told by `note`. Refuses an option that contradicts the
 * data, and asks for the kind if it is not clear.
 */
export async function openLog(files: readonly DataFile[], flags: LogOptions, note: OnNote): Promise<OpenLog> {
  const reading = await logReading(flags)
  const description = await descriptionOf(files, reading)
  const { rows, format, cutAt } = await firstRows(files, reading)
  await requireMapped(rows, files, { ...reading, format })
  const isShown = Object.hasOwn(PRESETS, format)
  if (isShown) for (const line of rowLines(rows, format)) note(line, 'rows')
  const { known, questionsFrom } = reading
  const { truncatedVote } = flags
  const stated = description ?? questionsFrom
  if (stated === null) {
    const kind = flags.kind ?? inferKind({ rows, cutAt }, known, note)
    return {
      files,
      reading,
      format,
      isShown,
      rows,
      description,
      provenance: null,
      rules: { kind, paper: false, from: flags.answers, known, truncatedVote },
    }
  }
  const { kind, paper, evaluation, provenance } = stated
  if (questionsFrom !== null && questionsFrom.evaluation !== evaluation) {
    throw new InputError(`--questions is of evaluation ${questionsFrom.evaluation}, ${namesOf(files)} of ${evaluation}`)
  }
  if (flags.kind !== undefined && flags.kind !== kind) {
    throw new InputError(`--kind ${flags.kind} contradicts the data, which say kind ${kind}: leave --kind out`)
  }
  note(`options come from the data: evaluation ${evaluation}, kind ${kind}`, 'found')
  const from = flags.answers ?? (description === null ? undefined : 'log')
  const rules = { kind, paper, from, known, truncatedVote }
  return { files, reading, format, isShown, rows, description, provenance, rules }
}

/**
 * Whether a log is an evaluation's own export, with the answers as it extracted them: then few answers are no cause for
 * doubt.
 */
export function isAsRead({ description, rules }: OpenLog): boolean {
  return description !== null && rules.from === 'log' && description.gradingVersion === GRADING_VERSION
}

/** Converts options to what the readers of rows need. */
async function logReading(flags: LogOptions): Promise<LogReading & KnownQuestions> {
  const { questions, description: questionsFrom } =
    flags.questions === undefined ? { questions: [], description: null } : await loadQuestions(flags.questions)
  const known = new Map(questions.map((each) => [each.id, each]))
  return {
    format: flags.format ?? null,
    filter: flags.filter ?? null,
    fields: flags.map,
    isKnown: (id) => known.has(id),
    known,
    questionsFrom,
  }
}

function namesOf(files: readonly DataFile[]): string {
  return files.map(({ name }) => name).join(', ')
}

/** Returns what is wrong with a description in the middle of a log; null if it is the known one. */
export function descriptionProblem(item: LogItem, known: DataDescription | null): string | null {
  if (item.kind !== 'description' || item.description.evaluation === known?.evaluation) return null
  return `here begin the data of evaluation ${item.description.evaluation}: read them on their own`
}

/** The description shared by all the files, if they have one: they must be of one evaluation. */
async function descriptionOf(files: readonly DataFile[], reading: LogReading): Promise<DataDescription | null> {
  const found: (DataDescription | null)[] = []
  for (const file of files) found.push(await firstDescription(file, reading))
  const [first = null, ...others] = found
  const other = others.findIndex((each) => each?.evaluation !== first?.evaluation)
  if (other >= 0) {
    const names = [first, others[other] ?? null].map((each) => each?.evaluation ?? 'none that it names')
    throw new InputError(
      `${files[0]?.name ?? ''} is of evaluation ${names[0] ?? ''}, ${files[other + 1]?.name ?? ''} of ${names[1] ?? ''}: read them one by one`,
    )
  }
  return first
}

async function firstDescription(file: DataFile, reading: LogReading): Promise<DataDescription | null> {
  for await (const item of loadLogs([file], reading)) {
    if (item.kind !== 'description') return null
    return item.description
  }
  return null
}

interface FirstRows {
  readonly rows: LogEntry[]
  readonly format: LogFormat
  /** How many samples were read, if the log may have more; null for all of it. */
  readonly cutAt: number | null
}

/** Reads the first rows; throws what prevents that if there are none. */
async function firstRows(files: readonly DataFile[], reading: LogReading): Promise<FirstRows> {
  const rows: LogEntry[] = []
  let format: LogFormat = 'recordings'
  const passed = new Map<string, number>()
  let problem: string | null = null
  let samples = 0
  let characters = 0
  let cutAt: number | null = null
  for await (const item of loadLogs(files, reading)) {
    if (item.kind === 'problem') problem ??= `${item.place}: ${item.problem}`
    if (item.kind === 'passed over') passed.set(item.why, (passed.get(item.why) ?? 0) + 1)
    if (item.kind !== 'entry') continue
    format = item.format
    // Log-probabilities are large, and extracting answers does not need them.
    rows.push({ ...item.entry, samples: item.entry.samples.map((each) => ({ ...each, logprobs: null, tokens: null })) })
    samples += item.entry.samples.length
    characters += item.entry.samples.reduce((sum, { text }) => sum + (text ?? '').length, 0)
    if (samples >= MOST_SAMPLES || characters >= MOST_CHARACTERS) {
      cutAt = samples
      break
    }
  }
  if (rows.length > 0) return { rows, format, cutAt }
  const left = [...passed].map(([why, count]) => `${count} ${why} were passed over`)
  throw new InputError(problem ?? [`${namesOf(files)}: it contains no samples`, ...left].join('; '))
}

const FORMS: Readonly<Record<AnswerKind, string>> = {
  math: 'numbers or formulas',
  choice: 'letters of choices',
  date: 'dates',
  text: 'words',
}

/**
 * Infers a log's kind of answer from its reference answers, else from the answers its program extracted, and says so;
 * asks for the option if it is not clear.
 */
function inferKind(
  { rows, cutAt }: Pick<FirstRows, 'rows' | 'cutAt'>,
  known: ReadonlyMap<string, Question>,
  note: OnNote,
): AnswerKind {
  const golds = new Map<string, { readonly answer: string; readonly choices?: readonly string[] | undefined }>()
  for (const { question } of rows) {
    const listed = known.get(question.id)
    const answer = listed?.answer ?? question.answer
    if (answer !== null) golds.set(question.id, { answer, choices: listed?.choices ?? question.choices })
  }
  const answers = golds.size > 0 ? [...golds.values()] : answersOf(rows)
  const what = `${golds.size > 0 ? 'reference' : 'extracted'} answers${cutAt === null ? '' : ` of the first ${counted(cutAt, 'sample')}`}`
  const { kind, counts } = inferAnswerKind(answers)
  if (kind !== null) {
    const share = counts[kind] === answers.length && answers.length > 1 ? 'all' : `${counts[kind]} of`
    note(`kind ${kind}: ${share} ${answers.length} ${what} are ${FORMS[kind]} (set --kind to change it)`, 'found')
    return kind
  }
  if (answers.length === 0) {
    throw new InputError(
      'the log has no reference answers, which show the kind of answer. Name their column with --map answer=…, add a file with --questions, or set --kind',
    )
  }
  const mixed = AnswerKind.options
    .filter((each) => counts[each] > 0)
    .map((each) => `${counts[each]} are ${FORMS[each]}`)
  throw new InputError(
    `the kind of the answers is not clear: of ${answers.length} ${what} ${mixed.join(', ')}. ${kindAdvice(counts)}`,
  )
}

/** What to try on answers of several kinds. */
function kindAdvice({ math, choice, date, text }: Readonly<Record<AnswerKind, number>>): string {
  const asWritten = '--kind text compares answers as they are written'
  if (date > 0 || text > math + choice) return `${asWritten}; or replay the questions of each kind by themselves`
  const letters = choice === 0 ? '' : ', which also reads letters that are boxed or stated as the answer'
  return `Try --kind math${letters}; ${asWritten}`
}

function answersOf(rows: readonly LogEntry[]): { readonly answer: string }[] {
  return rows.flatMap(({ samples }) => samples.flatMap(({ answer }) => (answer == null ? [] : [{ answer }])))
}

const SHOWN = 3

/** Shows how a log's first rows were read, to be looked at before anything is made of them. */
export function rowLines(rows: readonly LogEntry[], format: LogFormat): string[] {
  const shown = rows.slice(0, SHOWN)
  return [`read as ${format}; the first ${shown.length} rows:`, ...shown.map(rowLine)]
}

function rowLine({ question, samples }: LogEntry): string {
  const { id, question: text, answer } = question
  const [first] = samples
  const parts = [
    ...(text === null ? [] : [shortened(text)]),
    answer === null ? 'no reference answer' : `reference ${shortened(answer)}`,
    counted(samples.length, 'sample'),
    ...(first?.text == null ? [] : [`text ${shortened(first.text)}`]),
    ...(first?.answer == null ? [] : [`answer ${shortened(first.answer)}`]),
    ...(first?.grade == null ? [] : [`grade ${first.grade}`]),
  ]
  return `  ${id}: ${parts.join(', ')}`
}
