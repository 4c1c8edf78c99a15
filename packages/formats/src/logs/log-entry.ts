import type { AnswerTier } from '@cges-fleet/answers'
import type { Confidences } from '@cges-fleet/methods'
import type { KnownSampling } from './log-sampling.js'

/** One question as a log tells it; null where the log does not. */
export interface LogQuestion {
  readonly id: string
  readonly question: string | null
  /** The reference answer. */
  readonly answer: string | null
  readonly choices?: readonly string[]
  /** Higher is harder. */
  readonly difficulty?: number | null
}

/** One answer drawn from a model as a log tells it; null where the log does not. */
export interface LogSample {
  /** Which of its question's samples it is, from 0; null: the next one. */
  readonly index: number | null
  readonly text: string | null
  /** As the log's own program read it out of the text, null where it found none; absent where the log does not tell. */
  readonly answer?: string | null
  /** By what the answer was read, where the log tells, as our own exports do. */
  readonly tier?: AnswerTier | null
  /** The grade the log's own program gave. */
  readonly correct: boolean | null
  /** `length`: cut at a limit; `declined`: the model refused. */
  readonly finish: 'stop' | 'length' | 'declined' | null
  /** Why there is no response at all. */
  readonly error: string | null
  readonly logprobs: readonly number[] | null
  readonly tokens: readonly string[] | null
  /** Confidences the log gives by name. */
  readonly signals: Confidences | null
  readonly confidence: number | null
  readonly reward: number | null
  readonly seed: number | null
  readonly promptTokens: number | null
  readonly completionTokens: number | null
}

/** What one row of a log says: a question and some of its samples. */
export interface LogEntry {
  readonly question: LogQuestion
  readonly samples: readonly LogSample[]
  /** Which replicate of an evaluation they are of, from 0; one where the log tells of none. */
  readonly replicate?: number
  /** Where methods that order the questions by difficulty placed this one. */
  readonly places?: Readonly<Record<string, number>>
  /** The model, where the row names it. */
  readonly model?: string | null
  /** How the model was asked, where the row or its log tells. */
  readonly sampling?: KnownSampling
}

/** A row as read; an `entry` of null is a row to pass over, for the reason told. */
export type LogRow =
  | { readonly ok: true; readonly entry: LogEntry }
  | { readonly ok: true; readonly entry: null; readonly passedOver: string }
  | { readonly ok: false; readonly problem: string }

/** A sample of which a log tells nothing yet. */
export const BARE_SAMPLE: LogSample = {
  index: null,
  text: null,
  correct: null,
  finish: null,
  error: null,
  logprobs: null,
  tokens: null,
  signals: null,
  confidence: null,
  reward: null,
  seed: null,
  promptTokens: null,
  completionTokens: null,
}
