import type { Decision, ScoreStep } from '../decision.js'
import { plurality, type Vote } from '../votes.js'
import { Tally } from './tally.js'

/** A test that uses counts alone; scores are in [0, 1]. */
type CountTest = {
  readonly budget: number
  /** The score of the leader, once something voted. */
  score(tally: Tally): number
  /** Whether the votes are decisive; evaluated after every valid sample, with `always` after one without an answer too. */
  stops(tally: Tally): boolean
  /** The next prefix length at which it could stop, whatever the votes are. */
  nextStop(depth: number): number
  readonly always?: true
  /** Whether no votes are decisive sooner than a run for the leader: all samples until then are certain to be needed. */
  readonly settledByLeader?: true
}

/**
 * Decides by testing the counts after each valid sample: returns the plurality of the samples drawn, at the first test
 * passed or at the budget.
 */
export function decideByCounts(test: CountTest, prefix: readonly Vote[]): Decision {
  const tally = new Tally()
  const { budget } = test
  const read = Math.min(prefix.length, budget)
  for (let calls = 1; calls <= read; calls += 1) {
    const answer = prefix[calls - 1]?.answer ?? null
    tally.see(answer)
    if ((answer === null && test.always !== true) || !test.stops(tally)) continue
    const leader = plurality(tally.counts)?.answer ?? null
    return { state: 'stopped', calls, answer: leader, score: test.score(tally), reason: 'threshold' }
  }
  const leader = plurality(tally.counts)?.answer ?? null
  const score = leader === null ? null : test.score(tally)
  return read >= budget
    ? { state: 'stopped', calls: budget, answer: leader, score, reason: 'budget' }
    : { state: 'open', until: soonestStop(test, tally), leader, score }
}

/** The smallest prefix length at which the test could pass, if every vote up to it were for the leader. */
function soonestStop(test: CountTest, tally: Tally): number {
  if (test.settledByLeader !== true) return test.nextStop(tally.calls)
  const leader = plurality(tally.counts)?.answer ?? ''
  const run = tally.copy()
  while (run.calls < test.budget - 1) {
    run.see(leader)
    if (test.stops(run)) return run.calls
  }
  return test.budget
}

/** A rule's view of a trial after each sample, if answers are scored by their share of the votes. */
export function pathOfCounts(
  votes: readonly Vote[],
  answers: readonly string[],
  score: (tally: Tally) => number = shareOf,
): ScoreStep[] {
  const tally = new Tally()
  let valid = 0
  return votes.map(({ answer }) => {
    tally.see(answer)
    if (answer !== null) valid += 1
    return {
      leader: plurality(tally.counts)?.answer ?? null,
      score: valid === 0 ? null : score(tally),
      scores: answers.map((each) => (valid === 0 ? 0 : (tally.counts.get(each) ?? 0) / valid)),
    }
  })
}

function shareOf({ counts }: Tally): number {
  return plurality(counts)?.share ?? 0
}

/** Properties of most rules: they use answers alone, distinguish any number of them, and wait for every sample. */
export const COUNTING = {
  decides: 'trial',
  nextStop: (_spec: object, depth: number): number => depth + 1,
  signal: () => null,
  support: () => null,
  rounds: (_spec: object, calls: number): number => calls,
} as const
