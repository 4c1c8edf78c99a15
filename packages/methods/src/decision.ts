/**
 * Why a method stopped: its test passed, its window was unanimous, its budget was used up, OTHER won, or (DSC) the
 * question was ranked easy, its whole budget was drawn to calibrate a certified threshold, the calls of its set were
 * spent, or its answer was withheld for its score.
 */
export const STOP_REASONS = [
  'threshold',
  'window',
  'budget',
  'other',
  'easy',
  'calibration',
  'total',
  'abstained',
] as const
export type StopReason = (typeof STOP_REASONS)[number]

/**
 * A method's standing on a trial.
 *
 * `stopped`: `calls` samples were charged, and `answer` is null if none of them voted or OTHER won. `open`: `until` is
 * the smallest prefix length at which the method could next stop, so that every sample up to it is certain to be
 * needed; `leader` is the answer it would give now, null before the first vote. `score` in [0, 1]: SC and ESC the
 * answer's share of the votes, ASC the probability of its criterion, CGES the answer's posterior; null before the first
 * vote.
 */
export type Decision =
  | {
      readonly state: 'stopped'
      readonly calls: number
      readonly answer: string | null
      readonly score: number | null
      readonly reason: StopReason
    }
  | {
      readonly state: 'open'
      readonly until: number
      readonly leader: string | null
      readonly score: number | null
    }

/**
 * A method's state after one more call, had it not stopped: the leading answer, its score in [0, 1], and the score of
 * each answer asked about; CGES's are posteriors, those of all others shares of the votes.
 */
export type ScoreStep = {
  readonly leader: string | null
  readonly score: number | null
  readonly scores: readonly number[]
}

/**
 * A set method's standing on one question. `open`: every sample up to `until` is certain to be charged; if all of them are
 * drawn, the question waits for others. `batches`: the round trips.
 */
export type SetQuestion =
  | {
      readonly question: number
      readonly state: 'stopped'
      readonly calls: number
      readonly batches: number
      readonly answer: string | null
      readonly score: number | null
      readonly reason: StopReason
    }
  | { readonly question: number; readonly state: 'open'; readonly until: number }
