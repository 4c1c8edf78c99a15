import type { Decision, ScoreStep } from '../decision.js'
import { addVote, plurality, type Vote } from '../votes.js'

/** The state of a rule that looks at the order of the votes, or at their confidences. */
export type Watcher = {
  /** Takes in a sample with an answer; `sample` counts from 1. */
  see(answer: string, vote: Vote, sample: number): void
  /** Whether the sample seen last settles it. */
  stops(): boolean
  /** In [0, 1]; asked once something voted. */
  score(): number
  /** The answer it would give; the plurality unless it has another. */
  leader?(): string | null
}

/** Decides by a watcher of the votes, after each sample with an answer: at the first that settles it, or at the budget. */
export function decideByWatching(watcher: Watcher, budget: number, prefix: readonly Vote[]): Decision {
  const counts = new Map<string, number>()
  const read = Math.min(prefix.length, budget)
  const answer = (): string | null => watcher.leader?.() ?? plurality(counts)?.answer ?? null
  for (let calls = 1; calls <= read; calls += 1) {
    const vote = prefix[calls - 1]
    if (vote === undefined || vote.answer === null) continue
    addVote(counts, vote.answer)
    watcher.see(vote.answer, vote, calls)
    if (watcher.stops())
      return { state: 'stopped', calls, answer: answer(), score: watcher.score(), reason: 'threshold' }
  }
  const leader = answer()
  const score = counts.size === 0 ? null : watcher.score()
  return read >= budget
    ? { state: 'stopped', calls: budget, answer: leader, score, reason: 'budget' }
    : { state: 'open', until: read + 1, leader, score }
}

/**
 * Decides by a watcher at several bars in one pass: for each, as `decideByWatching` would with a watcher that stops once its
 * score comes to that bar. The watcher's own stops are not asked.
 */
export function sweepByWatching(
  watcher: Watcher,
  { budget, bars }: { readonly budget: number; readonly bars: readonly number[] },
  votes: readonly Vote[],
): Decision[] {
  const steps = pathByWatching(watcher, votes.slice(0, budget), []).map((step, at) => ({ ...step, calls: at + 1 }))
  const { leader = null, score = null } = steps.at(-1) ?? {}
  return bars.map((bar): Decision => {
    const stop = steps.find(({ score: at }) => at !== null && at >= bar)
    if (stop !== undefined)
      return { state: 'stopped', calls: stop.calls, answer: stop.leader, score: stop.score, reason: 'threshold' }
    return steps.length >= budget
      ? { state: 'stopped', calls: budget, answer: leader, score, reason: 'budget' }
      : { state: 'open', until: steps.length + 1, leader, score }
  })
}

/** A watcher's view of a trial after each sample, if answers are scored by their share of the votes. */
export function pathByWatching(watcher: Watcher, votes: readonly Vote[], answers: readonly string[]): ScoreStep[] {
  const counts = new Map<string, number>()
  let valid = 0
  return votes.map((vote, index) => {
    if (vote.answer !== null) {
      valid += 1
      addVote(counts, vote.answer)
      watcher.see(vote.answer, vote, index + 1)
    }
    return {
      leader: valid === 0 ? null : (watcher.leader?.() ?? plurality(counts)?.answer ?? null),
      score: valid === 0 ? null : watcher.score(),
      scores: answers.map((each) => (valid === 0 ? 0 : (counts.get(each) ?? 0) / valid)),
    }
  })
}

/** Sums that agree to this share are equal: the answer seen first has it. */
const TIE = 1e-12

/** The answer with the largest weight, or the one seen first of equal ones, and the second largest weight, or 0; null if none is weighed. */
export function heaviest(
  weights: ReadonlyMap<string, number>,
): { answer: string; weight: number; runnerUp: number } | null {
  let answer: string | null = null
  let most = 0
  let runnerUp = 0
  for (const [each, weight] of weights) {
    if (answer === null || weight > most * (1 + TIE)) {
      runnerUp = most
      answer = each
      most = weight
    } else {
      runnerUp = Math.max(runnerUp, weight)
    }
  }
  return answer === null ? null : { answer, weight: most, runnerUp }
}
