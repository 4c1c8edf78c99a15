import { answerKey, gradeAnswer } from '@cges-fleet/answers'
import { counted, countedOf, inNumber, valueText } from '@cges-fleet/core'
import { shortened } from '../lines/shortened.js'
import { textHash } from '../lines/text-hash.js'
import type { LogEntry, LogQuestion, LogRun, LogSample } from './log-entry.js'
import { type KnownSampling, SamplingCensus } from './log-sampling.js'
import type { ReadingRules } from './reading/log-reader.js'
import { SourceCensus, unsampledWarning } from './source-census.js'

interface SeenQuestion {
  readonly place: string
  readonly isNumbered: boolean
  readonly questionHash: number | null
  /** The reference answer by its comparison key; null while none is known. */
  goldKey: string | null
  samples: number
  /** Of the first response, while all others are the same; null once one differs or none is known. */
  alike: number | null
  /** Whether that response is too short for its repeats to say much. */
  isShort: boolean
  texts: number
}

/** A response of fewer characters may well be drawn twice; the Python package has the same rule. */
const LONG_ENOUGH = 40
const SHOWN_GRADES = 3

/**
 * Counts a log's contents while it is read, in memory that grows with its questions and not with its samples, and warns
 * of what a reader should know before trusting the results.
 */
export class LogCensus {
  readonly #questions = new Map<string, SeenQuestion>()
  readonly #passedOver = new Map<string, number>()
  readonly #sampling = new SamplingCensus()
  readonly #sources = new SourceCensus()
  readonly #unreadGrades = new Set<string>()
  readonly #runs = new Set<LogRun>()
  #unmapped: LogEntry['unmapped'] = {}
  samples = 0
  truncated = 0
  failed = 0
  withLogprobs = 0
  withReward = 0
  withUnreadGrade = 0

  /**
   * `kind` compares reference answers, and samples that were cut at a limit vote with `truncatedVote`, as the reader is
   * told; `known` are questions given elsewhere, and `isKnown` tells which these are, so that the log's reference
   * answers do not count.
   */
  constructor(
    private readonly options: Partial<Pick<ReadingRules, 'kind' | 'truncatedVote' | 'known'>> = {},
    private readonly isKnown: (id: string) => boolean = () => false,
  ) {}

  /**
   * Counts a row at a place of a file; returns a problem if its question cannot be the earlier one with the same id:
   * another text, another reference answer, or an id written as a number here and as text there.
   */
  add({ question, samples, sampling, run, model, unmapped }: LogEntry, place: string): string | null {
    const { id, isNumbered = false, answer } = question
    const questionHash = question.question === null ? null : textHash(question.question)
    const goldKey = answer === null || this.isKnown(id) ? null : answerKey(this.options.kind ?? 'text', answer)
    const seen = this.#questions.get(id) ?? {
      place,
      isNumbered,
      questionHash,
      goldKey,
      samples: 0,
      alike: null,
      isShort: false,
      texts: 0,
    }
    const problem = conflictOf(seen, { id, isNumbered, questionHash, goldKey, answer })
    if (problem !== null) return problem
    seen.goldKey ??= goldKey
    this.#questions.set(id, seen)
    for (const sample of samples) {
      this.#count(seen, sample)
      if (sample.error === null) this.#sources.add(sample, question, model)
    }
    this.#sampling.add(sampling)
    this.#unmapped = { ...unmapped, ...this.#unmapped }
    if (run !== undefined) this.#runs.add(run)
    return null
  }

  /** Counts a skipped row. */
  pass(why: string): void {
    this.#passedOver.set(why, (this.#passedOver.get(why) ?? 0) + 1)
  }

  /** The sampling parameters, as far as the log states them consistently. */
  get sampling(): KnownSampling {
    return this.#sampling.known
  }

  get questions(): number {
    return this.#questions.size
  }

  samplesOf(questionId: string): number {
    return this.#questions.get(questionId)?.samples ?? 0
  }

  /** How many questions have how many samples, the most frequent first; ties: fewer samples first. */
  get sizes(): readonly { readonly samples: number; readonly questions: number }[] {
    const counts = new Map<number, number>()
    for (const { samples } of this.#questions.values()) counts.set(samples, (counts.get(samples) ?? 0) + 1)
    return [...counts]
      .map(([samples, questions]) => ({ samples, questions }))
      .toSorted((a, b) => b.questions - a.questions || a.samples - b.samples)
  }

  /** Warnings for a reader, in full sentences. */
  warnings(): string[] {
    const { samples, truncated, failed, withLogprobs, withReward } = this
    const none = withLogprobs === 0 && withReward === 0
    return [
      ...this.#copyWarnings(),
      ...this.#sources.warnings(samples),
      ...unsampledWarning(this.options.known?.keys() ?? [], (id) => this.samplesOf(id) > 0),
      ...(none
        ? [`${absence(this.#unmapped?.logprobs)}. Rules that weigh answers, as CGES, need them, rewards or confidences`]
        : []),
      ...(withLogprobs > 0 && withLogprobs < samples
        ? [
            `${countedOf(samples - withLogprobs, samples, 'sample')} ${inNumber(samples - withLogprobs, 'holds', 'hold')} no log-probabilities`,
          ]
        : []),
      ...(this.#unmapped?.finish === undefined
        ? []
        : [
            `answers cut at a limit vote here: the rows have ${this.#unmapped.finish}, which says how each ended. Add finish=${this.#unmapped.finish} to --map`,
          ]),
      ...(truncated > 0
        ? [
            `${countedOf(truncated, samples, 'sample')} ${inNumber(truncated, 'was', 'were')} cut at a limit: each costs a call and ${this.options.truncatedVote === true ? 'votes, since you asked for it' : 'has no vote'}`,
          ]
        : []),
      ...(failed > 0
        ? [`${counted(failed, 'sample')} failed when drawn and ${inNumber(failed, 'is', 'are')} left out`]
        : []),
      ...(this.withUnreadGrade > 0
        ? [
            `${counted(this.withUnreadGrade, 'grade')} of the log ${inNumber(this.withUnreadGrade, 'is', 'are')} not understood, such as ${[...this.#unreadGrades].join('; ')}: a grade is a number from 0 to 1, C, P or I, true or false; --map grade=… names another field`,
          ]
        : []),
      ...this.#sampling.warnings(),
      ...[...this.#runs].flatMap(endWarning),
      ...this.#sizeWarnings(),
      ...[...this.#passedOver].map(([why, rows]) => `${rows} ${why} left out: they hold the same samples once more`),
    ]
  }

  /** Whether a stopping rule ended questions of this log early. */
  get isStopped(): boolean {
    return [...this.#runs].some(({ stoppedBy }) => stoppedBy !== null)
  }

  /** The one model that this log names; null if it names several or none. */
  get onlyModel(): string | null {
    return this.#sources.onlyModel
  }

  /** Why figures of this log mean nothing; null if nothing speaks against them. */
  get doubt(): string | null {
    const copies = this.#copies()
    return copies === null ? null : `${copies.found}${copies.isSure ? ', so' : '; if these are copies,'} ${MEANINGLESS}`
  }

  #copyWarnings(): string[] {
    const copies = this.#copies()
    if (copies === null) return []
    return [
      copies.isSure
        ? `${copies.found}, so ${MEANINGLESS}. Draw them again, each with its own seed and a temperature above 0`
        : `${copies.found}. Short texts also repeat by chance; if these are copies, ${MEANINGLESS}. Check that each sample had its own seed and a temperature above 0`,
    ]
  }

  /** Whether most questions have one text; less sure if most of these texts are short, as single letters are. */
  #copies(): { readonly found: string; readonly isSure: boolean } | null {
    const repeated = [...this.#questions.values()].filter(({ texts }) => texts > 1)
    const alike = repeated.filter((each) => each.alike !== null)
    if (2 * alike.length <= repeated.length) return null
    const long = alike.filter(({ isShort }) => !isShort)
    const found = `on ${countedOf(alike.length, repeated.length, 'question')} all samples have the same text`
    return { found, isSure: 2 * long.length > repeated.length }
  }

  #sizeWarnings(): string[] {
    const sizes = this.sizes.map((each) => each.samples)
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
    const range = `questions have ${least === most ? '' : `${least} to `}${counted(most, 'sample')}`
    const stopped = [...this.#runs].filter(({ stoppedBy }) => stoppedBy !== null)
    if (stopped.length === 0) return sizes.length > 1 ? [range] : []
    return stopped.map(({ stoppedBy, stopped: ended, epochs }) => {
      const planned = epochs === null ? '' : `, of ${epochs} planned`
      return `the rule ${stoppedBy} ended ${countedOf(ended, this.questions, 'question')} while this log was made: ${range}${planned}`
    })
  }

  #count(seen: SeenQuestion, sample: LogSample): void {
    if (sample.error !== null) {
      this.failed += 1
      return
    }
    this.samples += 1
    seen.samples += 1
    if (sample.finish === 'length') this.truncated += 1
    if (sample.unreadGrade !== undefined) {
      this.withUnreadGrade += 1
      if (this.#unreadGrades.size < SHOWN_GRADES) this.#unreadGrades.add(valueText(sample.unreadGrade))
    }
    if (sample.reward !== null || sample.confidence !== null) this.withReward += 1
    if (sample.logprobs !== null || Object.keys(sample.signals ?? {}).length > 0) this.withLogprobs += 1
    if (sample.text === null) return
    const hash = textHash(sample.text)
    if (seen.texts === 0) seen.isShort = sample.text.length < LONG_ENOUGH
    seen.alike = seen.texts === 0 || seen.alike === hash ? hash : null
    seen.texts += 1
  }
}

const MEANINGLESS = 'calls saved on this log mean nothing'

function absence(unmapped: string | undefined): string {
  if (unmapped === undefined) return 'the log holds no log-probabilities'
  return `no log-probabilities were mapped; the rows have ${unmapped}: add logprobs=${unmapped} to --map`
}

const ENDS = { started: 'has not ended, or was killed', cancelled: 'was cancelled', error: 'failed' } as const

function endWarning({ status, error }: LogRun): string[] {
  if (status === null || status === 'success') return []
  const why = error === null ? '' : ` (${shortened(error)})`
  return [`the run that made this log ${ENDS[status]}${why}, so samples are missing, perhaps those of hard questions`]
}

type Identity = Pick<SeenQuestion, 'isNumbered' | 'questionHash' | 'goldKey'> & Pick<LogQuestion, 'id' | 'answer'>

function conflictOf(seen: SeenQuestion, { id, isNumbered, questionHash, goldKey, answer }: Identity): string | null {
  const { place } = seen
  if (isNumbered !== seen.isNumbered) {
    const [here, there] = isNumbered ? ['a number', 'text'] : ['text', 'a number']
    return `the question id ${id} is ${here} here and ${there} at ${place}: are they one question? Write the id of a question the same way in every row`
  }
  if (questionHash !== null && seen.questionHash !== null && questionHash !== seen.questionHash) {
    return `question ${JSON.stringify(id)} was another one at ${place}: read the logs of each task on their own, or name the field that tells questions apart with --map id=…`
  }
  if (goldKey !== null && seen.goldKey !== null && !gradeAnswer(goldKey, seen.goldKey)) {
    return `question ${JSON.stringify(id)} has the reference answer ${JSON.stringify(answer)} here and ${JSON.stringify(seen.goldKey)} at ${place}: give the right one with --questions, or name the field that tells questions apart with --map id=…`
  }
  return null
}
