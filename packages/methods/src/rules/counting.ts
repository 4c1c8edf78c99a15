import type { Decision, ScoreStep } from '../decision.js'
import { plurality, type Vote } from '../votes.js'

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

/** The votes on a question, counted as they come, with what rules ask of them after every one. */
export class Tally {
  readonly #counts: Map<string, number>
  #calls: number
  #most = 0
  #runnerUp = 0
  #leader: string | null = null

  constructor(counts: ReadonlyMap<string, number> = new Map(), calls = 0) {
    this.#counts = new Map()
    this.#calls = calls
    for (const [answer, count] of counts) this.#set(answer, count)
  }

  /** The votes of each answer, in the order first seen. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  /** The samples, those without an answer included. */
  get calls(): number {
    return this.#calls
  }

  /** The largest count and the second largest, which equals it in a tie; 0 where there is none. */
  get most(): number {
    return this.#most
  }

  get runnerUp(): number {
    return this.#runnerUp
  }

  /** Takes in a sample; one without an answer (null) casts no vote. */
  see(answer: string | null): void {
    this.#calls += 1
    if (answer !== null) this.#set(answer, (this.#counts.get(answer) ?? 0) + 1)
  }

  copy(): Tally {
    return new Tally(this.#counts, this.#calls)
  }

  #set(answer: string, count: number): void {
    this.#counts.set(answer, count)
    if (answer === this.#leader) {
      this.#most = count
    } else if (count > this.#most) {
      this.#runnerUp = this.#most
      this.#most = count
      this.#leader = answer
    } else {
      this.#runnerUp = Math.max(this.#runnerUp, count)
    }
  }
}
