import {
  type AnswerKind,
  answerKey,
  type AnswersFrom,
  logAnswer,
  type LogEntry,
  type LogSample,
  logSignals,
  type Question,
} from '@cges-fleet/core'
import type { RecordedSample, Recording } from './recording.js'

export interface Recorded {
  readonly kind: AnswerKind
  readonly answers: AnswersFrom
  /** Questions told elsewhere than in the log, by id. */
  readonly known?: ReadonlyMap<string, Question>
}

interface Collected extends Pick<Recording, 'truth' | 'difficulty'> {
  readonly samples: { readonly index: number; readonly sample: RecordedSample }[]
}

const NO_GOLD =
  'no answer to grade by: give the question’s answer (in the log, by --map or --questions), or correct with each sample'

/** Gathers the rows of logs by question, whatever order they come in. */
export class RecordingCollector {
  readonly #questions = new Map<string, Collected>()

  constructor(private readonly recorded: Recorded) {}

  /** Adds a row's samples to its question; gives what is wrong with it. */
  add({ question, samples }: LogEntry): string | null {
    const gold = this.recorded.known?.get(question.id)?.answer ?? question.answer
    const known = this.#questions.get(question.id) ?? {
      truth: gold === null ? null : answerKey(this.recorded.kind, gold),
      difficulty: question.difficulty ?? null,
      samples: [],
    }
    this.#questions.set(question.id, known)
    for (const [place, sample] of samples.entries()) {
      if (sample.error !== null) continue
      try {
        known.samples.push({ index: sample.index ?? known.samples.length, sample: this.#read(sample) })
      } catch (error) {
        return `samples[${place}]: ${error instanceof Error ? error.message : String(error)}`
      }
    }
    return known.truth !== null || samples.some(({ correct }) => correct !== null) ? null : NO_GOLD
  }

  /** What was gathered, each question's samples in their order and graded by its reference answer. */
  recordings(): Recording[] {
    return [...this.#questions].map(([id, { truth, difficulty, samples }]) => ({
      id,
      truth,
      difficulty,
      samples: samples.toSorted((a, b) => a.index - b.index).map(({ sample }) => sample),
    }))
  }

  #read(sample: LogSample): RecordedSample {
    const { kind, answers: from } = this.recorded
    const raw = logAnswer(sample, { kind, from })?.answer ?? null
    const { confidence, reward, correct } = sample
    return {
      answer: raw === null ? null : answerKey(kind, raw),
      signals: logSignals(sample),
      confidence,
      reward,
      correct,
    }
  }
}
