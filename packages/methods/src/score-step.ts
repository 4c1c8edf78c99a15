/**
 * A method's state after one more call, had it not stopped: the leading answer, its score in [0, 1], and the score of
 * each answer asked about; CGES's are posteriors, those of all others shares of the votes.
 */
export type ScoreStep = {
  readonly leader: string | null
  readonly score: number | null
  readonly scores: readonly number[]
}
