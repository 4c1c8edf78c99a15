import type { AnswerKind } from './answer-kind.js'
import { answerKey } from './answer-key.js'

/** How an evaluation's votes compare answers. */
export interface VoteRules {
  readonly kind: AnswerKind
  /** As written, as in the paper, and not by value. */
  readonly paper: boolean
}

/** Returns the key a vote is counted under: answers with one vote key are one candidate. */
export function voteKey({ kind, paper }: VoteRules, raw: string): string {
  return paper ? raw : answerKey(kind, raw)
}
