import type { AnswerTier } from '@cges-fleet/answers'
import {
  certaintyConfidences,
  type Confidences,
  marsConfidence,
  type MinimaByWindow,
  tokenConfidences,
} from '@cges-fleet/methods'
import type { KnownSampling } from './log-sampling.js'

/** One question of a log; a field is null if the log does not have it. */
export interface LogQuestion {
  readonly id: string
  /** Whether the log writes its id as a number: `1` and `"1"` can be two questions. */
  readonly isNumbered?: boolean
  readonly question: string | null
  /** The reference answer. */
  readonly answer: string | null
  readonly choices?: readonly string[]
  /** Higher is harder. */
  readonly difficulty?: number | null
  /** The grade of the one answer that the log's own program made of all samples, if it graded no sample. */
  readonly grade?: number | null
}

/** What a log says of the run that drew its samples. */
export interface LogRun {
  /** As Inspect writes it; null if the log does not tell. */
  readonly status: 'started' | 'success' | 'cancelled' | 'error' | null
  readonly error: string | null
  /** What ended questions before their last epoch: a method of ours, else its name; null if nothing did. */
  readonly stoppedBy: string | null
  /** How many questions it ended, and the most samples that one was to have. */
  readonly stopped: number
  readonly epochs: number | null
}

/** A probe of an unfinished sample, as a log has it. */
export interface LogPartial {
  /** How many tokens the sample had by then. */
  readonly tokens: number
  /** The answer it was made to give; null for none. */
  readonly answer: string | null
  /** Generated to give it. */
  readonly probeTokens: number | null
}

/** One sample of a log; a field is null if the log does not have it. */
export interface LogSample {
  /** Its index among its question's samples, from 0; null: the next one. */
  readonly index: number | null
  readonly text: string | null
  /** As the log's own program extracted it from the text, null if it found none; absent if the log does not tell. */
  readonly answer?: string | null
  /** The tier it was extracted by, if the log tells, as our own exports do. */
  readonly tier?: AnswerTier | null
  /** The grade the log's own program gave: how right, from 0 to 1. */
  readonly grade: number | null
  /** A grade of the log's that is not understood, as it is written. */
  readonly unreadGrade?: unknown
  /** `length`: cut at a limit; `declined`: the model refused; `ended_early`: a fleet's methods ended it before its answer. */
  readonly finish: 'stop' | 'length' | 'declined' | 'ended_early' | null
  /** Why there is no response at all. */
  readonly error: string | null
  readonly logprobs: readonly number[] | null
  readonly tokens: readonly string[] | null
  /** How sure the model was at each of them (`tokenConfidence`). */
  readonly tokenConfidences: readonly number[] | null
  /** How far from equally likely the likeliest tokens were at each of them (`tokenCertainty`). */
  readonly tokenCertainties: readonly number[] | null
  /** How these fell, by the tokens of a group, as in our own exports. */
  readonly minima: MinimaByWindow | null
  /** Confidences that the log names. */
  readonly signals: Confidences | null
  /** What it would have answered amid its tokens, in their order; empty if it ended before the first probe. */
  readonly partials: readonly LogPartial[] | null
  readonly confidence: number | null
  readonly reward: number | null
  readonly seed: number | null
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  /** What answered, if the sample names it. */
  readonly model?: string | null
  /** Fields with numbers of tokens that its format has, and it has not. */
  readonly lacks?: readonly string[]
}

/** One row of a log: a question and some of its samples. */
export interface LogEntry {
  readonly question: LogQuestion
  readonly samples: readonly LogSample[]
  /** Their replicate, from 0; absent if the log has none. */
  readonly replicate?: number
  /** The question's rank by methods that order the questions by difficulty. */
  readonly places?: Readonly<Record<string, number>>
  /** The model, if the row names it. */
  readonly model?: string | null
  /** The sampling parameters, if the row or its log has them. */
  readonly sampling?: KnownSampling
  /** The run it is from; the same object for all rows of one. */
  readonly run?: LogRun
  /** Where the row has what its map leaves out: how samples ended, their log-probabilities. */
  readonly unmapped?: { readonly finish?: string; readonly logprobs?: string }
  /** Which fields of the map the row does not have, so that it was read by its format's own. */
  readonly unfound?: readonly string[]
}

/** A parsed row; an `entry` of null is a row to skip, with the reason. */
export type LogRow =
  | { readonly ok: true; readonly entry: LogEntry }
  | { readonly ok: true; readonly entry: null; readonly passedOver: string }
  | { readonly ok: false; readonly problem: string }

/** A sample without any fields yet. */
export const BARE_SAMPLE: LogSample = {
  index: null,
  text: null,
  grade: null,
  finish: null,
  error: null,
  logprobs: null,
  tokens: null,
  tokenConfidences: null,
  tokenCertainties: null,
  minima: null,
  signals: null,
  partials: null,
  confidence: null,
  reward: null,
  seed: null,
  promptTokens: null,
  completionTokens: null,
}

/** Returns how many tokens a sample has: as the log counts them, else the entries of a list that has one for each. */
export function sampleTokens(sample: LogSample): number | null {
  const { completionTokens, tokenConfidences, logprobs, tokens } = sample
  return completionTokens ?? (tokenConfidences ?? logprobs ?? tokens)?.length ?? null
}

/**
 * Computes every confidence signal of a logged sample: from its log-probabilities, with its tokens' texts also `mars`, from
 * the likeliest tokens beside each what reads self-certainty; values the log names take precedence. Empty if there is nothing to compute from. Throws a RangeError if tokens and
 * log-probabilities are not one each.
 */
export function logSignals({ logprobs, tokens, tokenCertainties, signals }: LogSample): Confidences {
  const computed = logprobs === null ? null : tokenConfidences(logprobs)
  const mars = logprobs === null || tokens === null ? null : marsConfidence({ tokens, logprobs })
  const sure = tokenCertainties === null ? null : certaintyConfidences(tokenCertainties)
  return { ...computed, ...sure, ...(mars === null ? {} : { mars: mars.confidence }), ...signals }
}
