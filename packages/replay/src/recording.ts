import type { Confidences, MinimaByWindow } from '@cges-fleet/methods'

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
  /** A fleet's methods ended it before its answer. */
  readonly endedEarly?: boolean
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
