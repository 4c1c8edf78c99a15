import type { Vote } from '../vote.js'
import { addVote } from '../add-vote.js'
import { ascBetaProbability } from '../asc-beta-probability.js'
import { plurality } from '../plurality.js'

/** The test on a question's first samples: the leading answer and the probability that it keeps its majority. */
export type DscTest = { readonly answer: string | null; readonly score: number | null }

/** Tests the first `size` samples of a question by the Beta criterion; null before the first valid one. */
export function dscTest(votes: readonly Vote[], size: number): DscTest {
  const counts = new Map<string, number>()
  for (const vote of votes.slice(0, size)) addVote(counts, vote.answer)
  const top = plurality(counts)
  return top === null
    ? { answer: null, score: null }
    : { answer: top.answer, score: ascBetaProbability(top.count, top.runnerUp) }
}
