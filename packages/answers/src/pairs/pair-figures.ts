import type { AnswerPair } from './answer-pair.js'

export interface PairFigures {
  readonly pairs: number
  /** How many of the pairs are one answer: splits are counted among these. */
  readonly same: number
  readonly falseMerges: number
  readonly splits: number
}

/** Counts the errors of merging over some pairs: what it merges that is two answers, and what it splits that is one. */
export function pairFigures(pairs: readonly AnswerPair[], merges: (pair: AnswerPair) => boolean): PairFigures {
  const same = pairs.filter((pair) => pair.same)
  return {
    pairs: pairs.length,
    same: same.length,
    falseMerges: pairs.filter((pair) => !pair.same && merges(pair)).length,
    splits: same.filter((pair) => !merges(pair)).length,
  }
}
