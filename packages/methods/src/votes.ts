import type { Confidences } from './confidence/confidence-signal.js'
import type { SignalName } from './confidence/signal-names.js'
import type { MinimaByWindow } from './traces.js'

/**
 * One sample as a method sees it: the comparison key of its answer (null if none could be read) and its confidences in
 * (0, 1). Gold answers are not part of it, so no method can look at them.
 */
export type Vote = {
  readonly answer: string | null
  readonly confidences: Confidences
  /** How many tokens were generated for it; left out if not known. */
  readonly tokens?: number
  /** How its confidence fell from token to token, for rules that read that, by the tokens of a group. */
  readonly minima?: MinimaByWindow
  /** Its trace was ended before its answer, since every method that needed it had ended it by then. */
  readonly endedEarly?: boolean
  /** What it would have answered amid its tokens, for rules that read that; left out if it was not probed. */
  readonly partials?: readonly PartialAnswer[]
}

/** A probe of an unfinished sample: what it would have answered after so many tokens. */
export type PartialAnswer = {
  readonly tokens: number
  /** The comparison key of the answer it was made to give; null if it gave none. */
  readonly answer: string | null
  /** How many tokens were generated to give it; left out if not known. */
  readonly probeTokens?: number
}

/** The outcome of a vote; `share` in (0, 1] is of the valid votes, `runnerUp` the second largest count, or 0. */
export type Plurality = {
  readonly answer: string
  readonly count: number
  readonly runnerUp: number
  readonly share: number
}

/**
 * Takes the vote that all methods share, so that no two of them differ by a tie rule: the larger count wins, then the
 * answer seen first. `counts` holds each answer's votes in the order of first occurrence; null if it is empty.
 */
export function plurality(counts: ReadonlyMap<string, number>): Plurality | null {
  let winner: string | null = null
  let top = 0
  let runnerUp = 0
  let votes = 0
  for (const [answer, count] of counts) {
    votes += count
    if (count > top) {
      runnerUp = top
      top = count
      winner = answer
    } else if (count > runnerUp) {
      runnerUp = count
    }
  }
  return winner === null ? null : { answer: winner, count: top, runnerUp, share: top / votes }
}

/** Counts one sample's answer; an invalid one (null) casts no vote. */
export function addVote(counts: Map<string, number>, answer: string | null): void {
  if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
}

/** Looks up a valid sample's confidence; the RangeError for a missing one names the sample, counted from 1. */
export function voteConfidence(vote: Vote, signal: SignalName, sample: number): number {
  const confidence = vote.confidences[signal]
  if (confidence === undefined || Number.isNaN(confidence)) {
    throw new RangeError(`sample ${sample} has an answer but no ${signal} confidence`)
  }
  return confidence
}
