import type { AnswerKind } from '@cges-fleet/answers'
import {
  type AnswersFrom,
  type DataFile,
  doubtsOf,
  importRequest,
  InputError,
  IDENTITY,
  isAsRead,
  type LogDoubts,
  type LogSurvey,
  type OpenLog,
  openLog,
  parseLogMap,
  parseValueMap,
  sendSamples,
  surveyLog,
  usualImport,
  type ValueMap,
  valueMapNotes,
} from '@cges-fleet/formats'
import { type MethodSpec, parseMethodSpec, requiredSignals } from '@cges-fleet/methods'
import { config } from 'zod'

// Schemas that compile themselves would break the page's policy.
config({ jitless: true })

export { pageFile, pastedFile } from './page-file'

/** How a reader has the log read; what is undefined or empty is found in it. */
export interface LogChoices {
  readonly kind: AnswerKind | undefined
  readonly answers: AnswersFrom | undefined
  readonly truncatedVote: boolean
  /** As `--map` takes it. */
  readonly map: string
  /** How numbers of the log become confidences, as `--confidence-map` and `--reward-map` take it; empty: as they are. */
  readonly confidenceMap: string
  readonly rewardMap: string
  /** Of an lm-evaluation-harness log. */
  readonly filter: string
  readonly questions: DataFile | undefined
}

interface Maps {
  readonly confidence: ValueMap
  readonly reward: ValueMap
}

/** A log that was read to its end. */
export interface FoundLog {
  readonly log: OpenLog
  readonly survey: LogSurvey
  readonly doubts: LogDoubts
  readonly maps: Maps
  /** What was found out about it, in sentences. */
  readonly notes: readonly string[]
  /** The methods that the data name, else the usual ones. */
  readonly methods: readonly MethodSpec[]
}

/** Called with the share that was read; a promise it returns is waited for. */
type OnShare = (share: number) => Promise<void> | undefined

type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string }

/** Reads logs as `cges import` does, storing nothing; the problem says what is wrong and what to do. */
export function readLog(files: readonly DataFile[], choices: LogChoices, onShare: OnShare): Promise<Outcome<FoundLog>> {
  return explained(async () => {
    const map = choices.map.trim() === '' ? { ok: true as const, fields: {} } : parseLogMap(choices.map)
    if (!map.ok) throw new InputError(`--map: ${map.problem}`)
    const notes: string[] = []
    const { kind, answers, truncatedVote, questions } = choices
    const filter = choices.filter === '' ? undefined : choices.filter
    const options = { map: map.fields, kind, answers, truncatedVote, questions, filter }
    const log = await openLog(files, options, (note, what) => what === 'found' && notes.push(note))
    const maps = { confidence: mapOf('confidence', choices), reward: mapOf('reward', choices) }
    const survey = await surveyLog(files, { ...log, maps }, ({ done, total }) => onShare(done / Math.max(1, total)))
    const doubts = doubtsOf(log, survey.counts, { isVerified: isAsRead(log) })
    return { log, survey, doubts, maps, notes, methods: usualImport(survey, log.description).methods }
  })
}

function mapOf(what: 'confidence' | 'reward', choices: LogChoices): ValueMap {
  const text = choices[`${what}Map`].trim()
  try {
    return text === '' ? IDENTITY : parseValueMap(text)
  } catch (error) {
    throw error instanceof RangeError ? new InputError(`--${what}-map: ${error.message}`) : error
  }
}

/** What a reader calls the import; what is empty is found in the log. */
export interface ImportNames {
  readonly name: string
  readonly suite: string
  readonly benchmark: string
  readonly model: string
}

/** The requests that create the evaluation of a log; methods in their text form, which the API checked before. */
export function requestOf({ log, survey, maps }: FoundLog, names: ImportNames, methods: readonly string[]) {
  const specs = methods.map((text) => {
    const parsed = parseMethodSpec(text, survey.budget)
    if (!parsed.ok) throw new InputError(`${text}: ${parsed.problem}`)
    return parsed.spec
  })
  const given = Object.fromEntries(Object.entries(names).filter(([, text]) => text.trim() !== ''))
  const notes = [...valueMapNotes('confidence', maps.confidence), ...valueMapNotes('reward', maps.reward)]
  return { ...importRequest(log, survey, { ...given, methods: specs, notes }), specs }
}

export type LogRequest = ReturnType<typeof requestOf>
type Door = Parameters<typeof sendSamples>[1]['door']

/** Sends the samples that are not stored yet. */
export async function sendLog(
  { log, survey, maps }: FoundLog,
  { specs }: LogRequest,
  door: Door,
  onShare: (share: number) => void,
): Promise<void> {
  const wanted = { ...log, maps }
  const known = new Map(survey.questions.map((question) => [question.id, question]))
  await sendSamples(log.files, {
    door,
    wanted: { ...wanted, rules: { ...log.rules, known }, signals: requiredSignals(specs) },
    onStored: () => undefined,
    onProgress: (sent, passed) => onShare((sent + passed) / Math.max(1, survey.rows)),
  })
}

/** Runs work whose problems its reader can mend; any other error is thrown on. */
export async function explained<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof InputError) return { ok: false, problem: error.message }
    throw error
  }
}
