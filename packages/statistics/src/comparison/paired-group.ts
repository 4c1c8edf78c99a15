/** Questions on which two sides differ by the same: sums over `questions` questions of `trials` trials each. */
export type PairedGroup = {
  /** Trials of each of these questions that both sides have verdicts on. */
  readonly trials: number
  /** On each of these questions, right trials of this side less those of the base. */
  readonly correctDifference: number
  /** The same of calls. */
  readonly callsDifference: number
  readonly questions: number
  /** Over all of these questions: trials right on both sides, on this, on the base; calls of the base. */
  readonly both: number
  readonly thisCorrect: number
  readonly baseCorrect: number
  readonly baseCalls: number
}
