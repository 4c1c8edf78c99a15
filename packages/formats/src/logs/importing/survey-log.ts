import { counted, IMPORT_BATCH_BYTES, inNumber, type LogFormat, type Question } from '@cges-fleet/core'
import { type ConfidenceSignal, MAX_BUDGET } from '@cges-fleet/methods'
import { type DataFile, InputError } from '../../files/data-file.js'
import { utf8Length } from '../../lines/utf8-length.js'
import { LogCensus } from '../log-census.js'
import type { LogEntry, LogQuestion, LogSample } from '../log-entry.js'
import type { KnownSampling } from '../log-sampling.js'
import { type LogItem, loadLogs } from '../loading/load-log.js'
import { descriptionProblem, type OpenLog } from '../loading/open-log.js'
import { LogReader, type ReadingCounts } from '../reading/log-reader.js'
import { OutsideCensus } from './value-map.js'

/** Maps a log's own numbers to confidences in [0, 1]. */
export interface SignalMaps {
  readonly confidence: { readonly map: (value: number) => number }
  readonly reward: { readonly map: (value: number) => number }
}

export interface LogWanted extends Pick<OpenLog, 'reading' | 'rules' | 'description'> {
  readonly maps: SignalMaps
}

/** The contents of a log, found by reading all of it once before anything is stored. */
export interface LogSurvey {
  readonly format: LogFormat
  readonly model: string | null
  readonly sampling: KnownSampling
  readonly questions: readonly Question[]
  /** How many samples most questions have. */
  readonly budget: number
  readonly samples: number
  /** Samples that were cut at a limit, and failures in place of one. */
  readonly truncated: number
  readonly failed: number
  /** How well its answers could be extracted. */
  readonly counts: ReadingCounts
  /** How many replicates of an evaluation it contains. */
  readonly replicates: number
  /** The rows to send: samples, and failures in place of one. */
  readonly rows: number
  /** The signal for CGES: one that every answer has. */
  readonly signal: ConfidenceSignal | null
  readonly warnings: readonly string[]
}

const MAX_PROBLEMS = 20

/** How far a survey is: bytes of the logs' text, and samples. */
interface SurveyProgress {
  readonly done: number
  readonly total: number
  readonly samples: number
}

/**
 * Reads logs to the end, so that a malformed row is reported before anything is imported. It waits for what `onProgress`
 * returns, so that a page can be drawn meanwhile.
 */
export async function surveyLog(
  files: readonly DataFile[],
  wanted: LogWanted,
  onProgress: (progress: SurveyProgress) => Promise<void> | undefined,
): Promise<LogSurvey> {
  const total = files.reduce((sum, { textSize }) => sum + textSize, 0)
  const surveyor = new Surveyor(wanted)
  const problems: string[] = []
  let done = 0
  for await (const item of loadLogs(files, { ...wanted.reading, onBytes: (more) => (done += more) })) {
    if (item.kind === 'passed over') surveyor.census.pass(item.why)
    else {
      const problem = surveyor.problemOf(item)
      if (problem !== null) problems.push(`${item.place}: ${problem}`)
    }
    if (problems.length >= MAX_PROBLEMS) break
    const pause = onProgress({ done, total, samples: surveyor.census.samples })
    if (pause !== undefined) await pause
  }
  if (problems.length > 0) throw new InputError(`nothing was imported:\n${problems.join('\n')}`)
  if (surveyor.census.samples === 0)
    throw new InputError(`${files.map(({ name }) => name).join(', ')}: it contains no samples`)
  return surveyor.survey()
}

class Surveyor {
  readonly census: LogCensus
  readonly #questions = new Map<string, Question>()
  readonly #reader: LogReader
  #format: LogFormat = 'recordings'
  #model: string | null = null
  #answered = 0
  #replicates = 1
  #tooMany = 0
  #unnamed = 0
  readonly #signals = new Map<ConfidenceSignal, number>()
  readonly #rewards = new OutsideCensus('reward')
  readonly #confidences = new OutsideCensus('confidence')

  constructor(private readonly wanted: LogWanted) {
    this.#reader = new LogReader(wanted.rules)
    this.census = new LogCensus(wanted.rules, wanted.reading.isKnown)
  }

  /** Processes a row; returns what is wrong with it. */
  problemOf(item: Exclude<LogItem, { kind: 'passed over' }>): string | null {
    if (item.kind === 'problem') return item.problem
    return item.kind === 'description' ? descriptionProblem(item, this.wanted.description) : this.#add(item)
  }

  #add({ entry, format, place }: Extract<LogItem, { kind: 'entry' }>): string | null {
    this.#format = format
    this.#model ??= entry.model ?? null
    this.#replicates = Math.max(this.#replicates, (entry.replicate ?? 0) + 1)
    const problem = this.census.add(entry, place) ?? tooLong(entry) ?? this.#addQuestion(entry)
    if (problem !== null) return problem
    for (const sample of entry.samples) this.#addSample(sample, entry.question)
    if (this.census.samplesOf(entry.question.id) > MAX_BUDGET) this.#tooMany += 1
    return null
  }

  survey(): LogSurvey {
    const { census } = this
    const { counts } = this.#reader
    const differ = counts.graded - counts.agreed
    const signal = [...this.#signals].find(([, count]) => count === this.#answered)?.[0] ?? null
    return {
      format: this.#format,
      model: this.#model,
      sampling: census.sampling,
      questions: [...this.#questions.values()],
      budget: Math.min(MAX_BUDGET, census.sizes.find(({ samples }) => samples > 0)?.samples ?? 1),
      samples: census.samples,
      truncated: census.truncated,
      failed: census.failed,
      counts,
      replicates: this.#replicates,
      rows: census.samples + census.failed,
      signal,
      warnings: [
        ...census.warnings(),
        ...this.#rewards.warnings(),
        ...(signal === null ? this.#confidences.warnings() : []),
        ...(differ > 0
          ? [
              `${counted(differ, 'sample')} ${inNumber(differ, 'is', 'are')} graded otherwise in the log; grades here are by comparison with the reference answer`,
            ]
          : []),
        ...(this.#unnamed > 0
          ? ['confidence=lns-arith stands for the log’s own confidence here: report it by what your program computes']
          : []),
        ...(this.#tooMany > 0 ? [`of a question at most ${MAX_BUDGET} samples are imported`] : []),
      ],
    }
  }

  #addQuestion({ question }: LogEntry): string | null {
    const { id, question: stated, answer: gold, choices } = question
    if (this.#questions.has(id)) return null
    const known = this.wanted.reading.known.get(id)
    const answer = known?.answer ?? gold
    if (answer === null) return 'there is no reference answer to grade by: give it with --map answer=…, or --questions'
    const text = known?.question ?? stated ?? `(question ${id}: its text is not in the log)`
    const offered = known?.choices ?? choices
    this.#questions.set(id, { id, question: text, answer, ...(offered === undefined ? {} : { choices: [...offered] }) })
    return null
  }

  #addSample(sample: LogSample, question: LogQuestion): void {
    const { maps } = this.wanted
    const { answer } = this.#reader.read(question, sample)
    if (answer === null) return
    this.#answered += 1
    const named = Object.keys(sample.signals ?? {}) as ConfidenceSignal[]
    const reward = sample.reward === null ? null : maps.reward.map(sample.reward)
    const plain = sample.confidence === null ? null : maps.confidence.map(sample.confidence)
    if (reward !== null && !named.includes('rm')) this.#rewards.add(reward)
    if (plain !== null) this.#confidences.add(plain)
    const found = new Set<ConfidenceSignal>([
      ...(sample.logprobs === null ? [] : (['lns-arith'] as const)),
      ...named,
      ...(isProbability(reward) ? (['rm'] as const) : []),
      ...(isProbability(plain) ? (['lns-arith'] as const) : []),
    ])
    if (plain !== null && sample.logprobs === null && !named.includes('lns-arith')) this.#unnamed += 1
    for (const signal of found) this.#signals.set(signal, (this.#signals.get(signal) ?? 0) + 1)
  }
}

/** The size of a sample besides its text, and the most bytes of JSON that one character of it may take. */
const BESIDES_TEXT = 40_000
const PER_CHARACTER = 6

function tooLong({ samples }: LogEntry): string | null {
  const room = IMPORT_BATCH_BYTES - BESIDES_TEXT
  const long = samples.findIndex(
    ({ text }) => text !== null && text.length * PER_CHARACTER > room && utf8Length(JSON.stringify(text)) > room,
  )
  return long === -1 ? null : `samples[${long}].text: it is longer than 960 KB, shorten it or leave it out`
}

function isProbability(value: number | null): boolean {
  return value !== null && value >= 0 && value <= 1
}
