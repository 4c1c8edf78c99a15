import { counted, countedOf, inNumber } from '@cges-fleet/core'
import type { LogEntry, LogSample } from './log-entry.js'
import { type KnownSampling, SamplingCensus } from './log-sampling.js'
import { textHash } from './text-hash.js'

interface SeenQuestion {
  readonly questionHash: number | null
  samples: number
  /** Of the first response, while all others are the same; null once one differs or none is known. */
  alike: number | null
  texts: number
}

/** A response shorter than this may well be drawn twice. */
const LONG_ENOUGH = 40

/**
 * Counts a log's contents while it is read, in memory that grows with its questions and not with its samples, and warns
 * of what a reader should know before trusting the results.
 */
export class LogCensus {
  readonly #questions = new Map<string, SeenQuestion>()
  readonly #passedOver = new Map<string, number>()
  readonly #sampling = new SamplingCensus()
  samples = 0
  truncated = 0
  failed = 0
  withLogprobs = 0
  withReward = 0

  /** `truncatedVote`: samples that were cut at a limit vote, as the reader is told. */
  constructor(private readonly options: { readonly truncatedVote?: boolean | undefined } = {}) {}

  /** Counts a row; returns a problem if its question differs from an earlier one with the same id. */
  add({ question, samples, sampling }: LogEntry): string | null {
    const questionHash = question.question === null ? null : textHash(question.question)
    const seen = this.#questions.get(question.id) ?? { questionHash, samples: 0, alike: null, texts: 0 }
    if (questionHash !== null && seen.questionHash !== null && questionHash !== seen.questionHash) {
      return `question ${JSON.stringify(question.id)} was another one before: read the logs of each task on their own`
    }
    this.#questions.set(question.id, seen)
    for (const sample of samples) this.#count(seen, sample)
    this.#sampling.add(sampling)
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
    const repeated = [...this.#questions.values()].filter(({ texts }) => texts > 1)
    const alike = repeated.filter((each) => each.alike !== null)
    const sizes = this.sizes.map((each) => each.samples)
    const none = withLogprobs === 0 && withReward === 0
    return [
      ...(2 * alike.length > repeated.length
        ? [
            `on ${countedOf(alike.length, repeated.length, 'question')} all samples are the same, word for word: was one seed used for all of them, or temperature 0? Calls saved on such a log mean nothing`,
          ]
        : []),
      ...(none ? ['the log holds no log-probabilities: CGES cannot be run on it, SC, ESC and ASC can'] : []),
      ...(withLogprobs > 0 && withLogprobs < samples
        ? [
            `${countedOf(samples - withLogprobs, samples, 'sample')} ${inNumber(samples - withLogprobs, 'holds', 'hold')} no log-probabilities`,
          ]
        : []),
      ...(truncated > 0
        ? [
            `${countedOf(truncated, samples, 'sample')} ${inNumber(truncated, 'was', 'were')} cut at a limit: each costs a call and ${this.options.truncatedVote === true ? 'votes, since you asked for it' : 'has no vote'}`,
          ]
        : []),
      ...(failed > 0
        ? [
            `${counted(failed, 'sample')} failed when drawn, and ${inNumber(failed, 'is no sample', 'are no samples')} here`,
          ]
        : []),
      ...this.#sampling.warnings(),
      ...(sizes.length > 1 ? [`questions have ${Math.min(...sizes)} to ${Math.max(...sizes)} samples`] : []),
      ...[...this.#passedOver].map(([why, rows]) => `${rows} ${why} left out: they hold the same samples once more`),
    ]
  }

  #count(seen: SeenQuestion, sample: LogSample): void {
    if (sample.error !== null) {
      this.failed += 1
      return
    }
    this.samples += 1
    seen.samples += 1
    if (sample.finish === 'length') this.truncated += 1
    if (sample.reward !== null || sample.confidence !== null) this.withReward += 1
    if (sample.logprobs !== null || Object.keys(sample.signals ?? {}).length > 0) this.withLogprobs += 1
    if (sample.text === null) return
    const hash = sample.text.length < LONG_ENOUGH ? null : textHash(sample.text)
    seen.alike = seen.texts === 0 || seen.alike === hash ? hash : null
    seen.texts += 1
  }
}
