import type { Confidences } from '@cges-fleet/methods'

/** One recorded answer, by its comparison key, with whatever the log says of its quality. */
export interface RecordedSample {
  readonly answer: string | null
  /** Computed from log-probabilities, or given by name; in [0, 1]. */
  readonly signals: Confidences
  readonly confidence: number | null
  readonly reward: number | null
  readonly correct: boolean | null
}

/** One question of a log with its samples in order. */
export interface Recording {
  readonly id: string
  /** Which replicate of an evaluation it is, from 0. */
  readonly replicate: number
  /** The comparison key of its reference answer. */
  readonly truth: string | null
  readonly difficulty: number | null
  /** Where methods that order the questions placed it, by method key, the easiest first. */
  readonly places?: Readonly<Record<string, number>>
  /** What an answer is graded by, where that is another key than it is counted under. */
  readonly gradeKeys?: ReadonlyMap<string, string>
  readonly samples: readonly RecordedSample[]
}
