import { existsSync } from 'node:fs'
import { answeredBy, counted, type Provenance } from '@cges-fleet/core'
import { GetEvaluation } from '@cges-fleet/core/contract'
import { type Grades, gradesProblem, type RecordedSample, type Recording } from '@cges-fleet/replay'
import { InvalidArgumentError } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { storedId, storedRecordings, storedTrials } from '../evaluations/stored-evaluations.js'
import type { LogFlags } from '../logs/log-options.js'
import { openLog } from '../logs/open-log.js'
import { readingLines, recordedOption, stopAtFault } from '../logs/reading-report.js'
import { loadRecordings } from '../replay/load-recordings.js'
import { markedName } from '../shell/format.js'

/** Earlier answers to questions with their confidences, and the models that gave them, if known. */
interface History {
  readonly questions: readonly (readonly RecordedSample[])[]
  readonly models: readonly string[]
}

export interface HistoryFlags extends LogFlags {
  readonly api?: string
}

export type ApiOf = (flags: { readonly api?: string }) => ApiClient

const EVALUATION_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** The ids of stored evaluations that a command was given in place of files; none for files, and an error for both. */
export function storedIds(sources: readonly string[]): readonly string[] {
  const ids = sources.filter((source) => EVALUATION_ID.test(source) && !existsSync(source))
  if (ids.length > 0 && ids.length < sources.length) {
    throw new UsageError('give ids of evaluations, or files, not both')
  }
  return ids
}

/** Fetches or reads what rules learn from: stored evaluations by their ids, or recordings and logs. */
export async function historyOf(sources: readonly string[], flags: HistoryFlags, apiOf: ApiOf): Promise<History> {
  const ids = storedIds(sources)
  if (ids.length === 0) return ofFiles(sources, flags)
  const api = apiOf(flags)
  const questions: RecordedSample[][] = []
  const models = new Set<string>()
  for (const id of ids) {
    const view = await api.call(GetEvaluation, { path: { id } })
    models.add(view.pool.model)
    for (const { votes } of await storedTrials(api, view)) {
      questions.push(votes.map((vote) => ({ ...vote, grade: null })))
    }
  }
  return { questions, models: [...models] }
}

async function ofFiles(files: readonly string[], flags: HistoryFlags): Promise<History> {
  const log = await openLog(files, flags)
  const { recordings, warnings, counts } = await loadRecordings(log)
  for (const warning of warnings) console.error(`warning: ${warning}`)
  for (const line of readingLines(counts, log.rules)) console.error(line)
  return { questions: recordings.map(({ samples }) => samples), models: [] }
}

/** Formats for people which samples were learned from. */
export function learnedFrom({ questions, models }: History): string[] {
  const samples = counted(questions.flat().length, 'sample')
  const of = counted(questions.length, 'question')
  const several = models.length > 1 ? [`warning: these samples come from several models: ${models.join(', ')}`] : []
  return [`learned from ${samples} of ${of}; use it on other questions with the same model`, ...several]
}

/** Learns, or says in a sentence why that cannot be. */
export function learning<T>(learn: () => T): T {
  try {
    return learn()
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message)
    throw error
  }
}

/** Reads an option that is a share. */
export function shareOption(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && value < 1) return value
  throw new InvalidArgumentError('must be a number strictly between 0 and 1')
}

export interface LabelFlags extends LogFlags {
  readonly api?: string
  readonly grades: Grades
  /** Use only so many first samples of each question. */
  readonly first?: number
}

/** Questions whose reference answers, or grades, are known. */
export interface LabelledQuestions {
  readonly recordings: readonly Recording[]
  readonly grades: Grades
  readonly name: string | null
  /** Null if the files do not record what answered. */
  readonly provenance: Provenance | null
  readonly models: readonly string[]
}

/** The questions in files, or of a stored evaluation, which are already graded: for learning from labels. */
export async function labelledQuestions(
  sources: readonly string[],
  flags: LabelFlags,
  apiOf: ApiOf,
): Promise<LabelledQuestions> {
  const id = storedId(sources)
  if (id !== null) {
    const { view, recordings: all } = await storedRecordings(apiOf(flags), id)
    const recordings = firstOfEach(keepFirst(all, flags.first))
    const provenance = answeredBy(view)
    const name = markedName(view.name, provenance)
    return { recordings, grades: 'recorded', name, provenance, models: [view.pool.model] }
  }
  const log = await openLog(sources, flags)
  const { recordings, warnings, counts } = await loadRecordings(log, [], { first: flags.first })
  for (const warning of warnings) console.error(`warning: ${warning}`)
  for (const line of readingLines(counts, log.rules)) console.error(line)
  const ungraded = gradesProblem(recordings, flags.grades, { whole: true })
  if (ungraded !== null) throw new UsageError(ungraded)
  stopAtFault(log, counts, {
    anyway: flags.anyway === true,
    believesLog: flags.grades === 'recorded',
    byLog: recordedOption(recordings, { whole: true }),
  })
  return { recordings, grades: flags.grades, name: null, provenance: log.description?.provenance ?? null, models: [] }
}

/** As many first samples of each question as all have: which more there are, the evaluation's rules chose by their answers. */
function firstOfEach(all: readonly Recording[]): readonly Recording[] {
  const sizes = all.map(({ samples }) => samples.length)
  const fewest = Math.min(...sizes)
  if (all.length === 0 || fewest === Math.max(...sizes)) return all
  console.error(
    `warning: only the first ${counted(fewest, 'sample')} of each question are used, as many as all have: its methods stopped others later. With sc among its methods an evaluation draws all`,
  )
  return keepFirst(all, fewest)
}

function keepFirst(all: readonly Recording[], first = Infinity): readonly Recording[] {
  return all.map((recording) => ({ ...recording, samples: recording.samples.slice(0, first) }))
}
