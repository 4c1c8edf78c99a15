import { addVote } from '../add-vote.js'
import { plurality } from '../plurality.js'
import type { Vote } from '../vote.js'

/** A question as a method that spends a total on a set sees it: calls handed to it, and the leading counts among those read. */
export type Counted = {
  /** Its place in the order of the set. */
  readonly place: number
  readonly calls: number
  readonly first: number
  readonly second: number
}

/** Counts the votes of a question's first samples. */
export function counted(place: number, votes: readonly Vote[], calls: number): Counted {
  const counts = new Map<string, number>()
  for (const { answer } of votes.slice(0, calls)) addVote(counts, answer)
  const top = plurality(counts)
  return { place, calls, first: top?.count ?? 0, second: top?.runnerUp ?? 0 }
}
