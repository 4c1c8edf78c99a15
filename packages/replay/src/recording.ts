import {
  type DataDescription,
  describedBudget,
  type LogEntry,
  LogReader,
  type LogSample,
  logSignals,
  sampleTokens,
} from '@cges-fleet/formats'
import { type Confidences, groupMinima, type MinimaByWindow, type PartialAnswer } from '@cges-fleet/methods'

/** One recorded answer, by its comparison key, with any measure of quality from the log. */
export interface RecordedSample {
  readonly answer: string | null
  /** Computed from log-probabilities, or named by the log; in [0, 1]. */
  readonly signals: Confidences
  readonly confidence: number | null
  readonly reward: number | null
  /** The log's own grade: how right, from 0 to 1. */
  readonly grade: number | null
  /** Whether the model ended it, or a limit cut it; left out if the log does not tell. */
  readonly status?: 'completed' | 'truncated'
  /** Generated; left out if the log does not tell. */
  readonly tokens?: number | undefined
  /** How its confidence fell from token to token, by window; left out if the log does not tell, or no method reads it. */
  readonly minima?: MinimaByWindow | undefined
  /** What it would have answered amid its tokens, by comparison key; left out if the log does not tell. */
  readonly partials?: readonly PartialAnswer[] | undefined
  /** A fleet's methods ended it before its answer. */
  readonly endedEarly?: boolean
  /** The sample as it stands in the log, if it was wanted. */
  readonly source?: LogSample
}

/** One question of a log with its samples in order. */
export interface Recording {
  readonly id: string
  /** Which replicate of an evaluation it is, from 0. */
  readonly replicate: number
  /** The comparison key of its reference answer. */
  readonly truth: string | null
  readonly difficulty: number | null
  /** The question's rank by methods that order the questions, by method key, the easiest first. */
  readonly places?: Readonly<Record<string, number>>
  /** The key an answer is graded by, if it differs from the key it is counted under. */
  readonly gradeKeys?: ReadonlyMap<string, string>
  readonly samples: readonly RecordedSample[]
}

interface Collected extends Omit<Recording, 'samples' | 'gradeKeys'> {
  readonly samples: { readonly index: number; readonly sample: RecordedSample }[]
  readonly gradeKeys: Map<string, string>
  /** Each answer once: as one string, equal answers take its memory alone, and rules compare them at once. */
  readonly answers: Map<string, string>
}

const NO_GOLD =
  'no answer to grade by: give the question’s answer (in the log, by --map or --questions), or correct with each sample'

/** Collects the rows of logs by question and replicate, in whatever order they come. */
export class RecordingCollector {
  readonly #trials = new Map<string, Collected>()

  constructor(
    private readonly reader: LogReader,
    /** The log's own description: its samples were decided up to the first that is missing. */
    private readonly description: DataDescription | null = null,
    /** Of the methods that read how confidence falls from token to token (`readsWindow`). */
    private readonly windows: readonly number[] = [],
    /** Whether to keep each sample as it stands in the log, with its text. */
    private readonly keepsSource = false,
  ) {}

  /** Adds a row's samples to its question; returns what is wrong with it. */
  add(entry: LogEntry): string | null {
    const { question, samples } = entry
    const trial = this.#trialOf(entry)
    for (const [place, sample] of samples.entries()) {
      const read = this.reader.read(question, sample)
      if (sample.error !== null) continue
      const answer = keyIn(trial, read)
      const partials = sample.partials?.map(({ tokens, answer: partial, probeTokens }): PartialAnswer => ({
        tokens,
        answer: keyIn(trial, this.reader.keysOf(question, partial)),
        ...(probeTokens === null ? {} : { probeTokens }),
      }))
      try {
        const { confidence, reward, grade } = sample
        const traced = {
          tokens: sampleTokens(sample) ?? undefined,
          minima: this.#minimaOf(sample),
          partials,
          ...endOf(sample),
        }
        const source = this.keepsSource ? { source: sample } : {}
        const recorded = { answer, signals: logSignals(sample), confidence, reward, grade, ...traced, ...source }
        trial.samples.push({ index: sample.index ?? trial.samples.length, sample: recorded })
      } catch (error) {
        return `samples[${place}]: ${error instanceof Error ? error.message : String(error)}`
      }
    }
    return trial.truth !== null || samples.some(({ grade }) => grade !== null) ? null : NO_GOLD
  }

  /** The collected recordings, each question's samples in their order. */
  recordings(): Recording[] {
    return [...this.#trials.values()].map(({ id, replicate, truth, difficulty, places, samples, gradeKeys }) => {
      const inOrder = samples.toSorted((a, b) => a.index - b.index)
      const first = this.description === null ? 0 : replicate * describedBudget(this.description)
      const gap = inOrder.findIndex(({ index }, place) => index !== first + place)
      const drawn = this.description === null || gap < 0 ? inOrder : inOrder.slice(0, gap)
      const graded = { ...(gradeKeys.size === 0 ? {} : { gradeKeys }), ...(places === undefined ? {} : { places }) }
      return { id, replicate, truth, difficulty, ...graded, samples: drawn.map(({ sample }) => sample) }
    })
  }

  #minimaOf({ tokenConfidences, minima }: LogSample): RecordedSample['minima'] {
    if (minima !== null) return minima
    if (tokenConfidences === null) return undefined
    return Object.fromEntries(this.windows.map((window) => [window, groupMinima(tokenConfidences, window)]))
  }

  #trialOf({ question, replicate = 0, places }: LogEntry): Collected {
    const name = `${replicate} ${question.id}`
    const known = this.#trials.get(name) ?? {
      id: question.id,
      replicate,
      truth: this.reader.goldKey(question),
      difficulty: question.difficulty ?? null,
      ...(places === undefined ? {} : { places }),
      gradeKeys: new Map(),
      answers: new Map(),
      samples: [],
    }
    this.#trials.set(name, known)
    return known
  }
}

/** The key that an answer is counted under, which its question remembers. */
function keyIn(
  { answers, gradeKeys }: Collected,
  { voteKey, gradeKey }: ReturnType<LogReader['keysOf']>,
): string | null {
  if (voteKey === null) return null
  if (gradeKey !== null && voteKey !== gradeKey) gradeKeys.set(voteKey, gradeKey)
  const before = answers.get(voteKey)
  if (before === undefined) answers.set(voteKey, voteKey)
  return before ?? voteKey
}

function endOf({ finish }: LogSample): Pick<RecordedSample, 'endedEarly' | 'status'> {
  if (finish === 'stop') return { status: 'completed' }
  if (finish === 'length') return { status: 'truncated' }
  return finish === 'ended_early' ? { endedEarly: true } : {}
}
