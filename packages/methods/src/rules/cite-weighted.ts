import type { SignalName } from '../confidence/signal-names.js'
import { gaussLegendre } from '../math.js'
import { voteConfidence } from '../votes.js'
import { trialRule } from './rule.js'
import { decideByWatching, heaviest, pathByWatching, type Watcher } from './watching.js'
import { LEVEL, levelShare, reaches, sureness, SWEPT_LEVEL } from './level.js'
import { SIGNAL } from './shared-parameters.js'
import { COUNTING } from './counting.js'

type Spec = { readonly confidence: SignalName; readonly alpha: number; readonly budget: number }

/** What is bet on an answer: shares of what is held, and how much is put on each. */
type Bets = { readonly shares: readonly number[]; readonly parts: readonly number[] }

/** More would change nothing of up to 63 votes, and of more votes only what is far below any level. */
const MOST_BETS = 32
const KNOWN: Bets[] = []

/** Bets uniform on (0, 1): what they have made of as many votes is exactly the integral, for up to 63 votes. */
function betsOn(votes: number): Bets {
  const count = Math.min(MOST_BETS, Math.ceil((votes + 1) / 2))
  return (KNOWN[count] ??= uniform(gaussLegendre(count)))
}

function uniform(nodes: ReturnType<typeof gaussLegendre>): Bets {
  return {
    shares: nodes.map(([node]) => (1 + node) / 2),
    parts: nodes.map(([, weight]) => weight / 2),
  }
}

/** Later answers are not certified: the level left to them is too small to matter. */
const TARGETS = 16

/**
 * CITE by weight: each vote is a bet for the target and against a rival, of a stake in proportion to its confidence. What
 * it certifies is the answer with the largest expected weight, not the most frequent one, and no stop on any other is
 * likelier than α. With confidences of 1 it is `cite`. Ours: of the paper's weighted form the abstract alone was at hand.
 */
export const CITE_WEIGHTED = trialRule({
  ...COUNTING,
  name: 'cite-weighted',
  family: 'weighed',
  title: 'CITE-w',
  about: 'certifies at every look that no rival, seen or not, gets more confidence than the answer',
  example: 'cite-weighted:confidence=lns-arith,alpha=0.1@16',
  documented: {
    stopsAfter: 'any valid sample',
    test: 'as `cite`, each vote a bet in proportion to its confidence',
    answer: 'the certified one, else largest weight',
    source: 'ours, after arXiv 2605.05873',
  },
  parameters: { alpha: LEVEL, confidence: SIGNAL },
  look: { hue: 'mars', shape: 'crown' },
  swept: SWEPT_LEVEL,
  path: (spec, votes, answers) => pathByWatching(watch(spec), votes, answers),
  bar: ({ alpha }) => 1 - alpha,
  signal: ({ confidence }) => confidence,
  decide: (spec, prefix) => decideByWatching(watch(spec), spec.budget, prefix),
})

function watch({ confidence, alpha, budget }: Spec): Watcher {
  const bets = betsOn(budget)
  const targets: Target[] = []
  const weights = new Map<string, number>()
  let best: Target | null = null
  return {
    see(answer, vote, sample) {
      const weight = voteConfidence(vote, confidence, sample)
      for (const target of targets) target.see(answer, weight)
      if (!weights.has(answer) && targets.length < TARGETS) targets.push(new Target(answer, targets.length + 1, bets))
      weights.set(answer, (weights.get(answer) ?? 0) + weight)
      best = targets.reduce((surest, each) => (each.evidence > surest.evidence ? each : surest))
    },
    stops: () => best !== null && reaches(best.evidence, alpha),
    score: () => sureness(best?.evidence ?? 0),
    leader: () => (best !== null && reaches(best.evidence, alpha) ? best.answer : (heaviest(weights)?.answer ?? null)),
  }
}

/** An answer that could be certified, with the bets on it since it appeared. */
class Target {
  /** What each bet on it has made, and what its rivals' votes left of that. */
  readonly #won: number[]
  readonly #left = new Map<string, number[]>()
  readonly #logShare: number
  #capital = 1
  #evidence: number

  constructor(
    readonly answer: string,
    place: number,
    private readonly bets: Bets,
  ) {
    this.#won = untouched(bets)
    this.#logShare = Math.log(levelShare(place))
    this.#evidence = this.#logShare
  }

  /** The logarithm of the evidence against its strongest rival, weighed by its part of the level. */
  get evidence(): number {
    return this.#evidence
  }

  see(answer: string, weight: number): void {
    if (answer === this.answer) this.#win(weight)
    else this.#lose(answer, weight)
    this.#evidence = Math.log(this.#capital) + this.#logShare
  }

  #win(weight: number): void {
    this.#capital = settle(this.bets, this.#won, weight)
    for (const left of this.#left.values()) this.#capital = Math.min(this.#capital, held(this.bets, this.#won, left))
  }

  #lose(rival: string, weight: number): void {
    const left = this.#left.get(rival) ?? untouched(this.bets)
    settle(this.bets, left, -weight)
    this.#left.set(rival, left)
    this.#capital = Math.min(this.#capital, held(this.bets, this.#won, left))
  }
}

function untouched({ shares }: Bets): number[] {
  return shares.slice().fill(1)
}

/**
 * Multiplies what each bet has made by what a vote of this stake, negative if it goes against the bet, makes of it; gives
 * what all of them have made.
 */
function settle({ shares, parts }: Bets, made: number[], stake: number): number {
  let sum = 0
  for (let at = 0; at < made.length; at += 1) {
    const now = (made[at] ?? 0) * (1 + (shares[at] ?? 0) * stake)
    made[at] = now
    sum += (parts[at] ?? 0) * now
  }
  return sum
}

/** What bets hold that made so much of the votes for them, and of those against them. */
function held({ parts }: Bets, won: readonly number[], left: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < parts.length; at += 1) sum += (parts[at] ?? 0) * (won[at] ?? 0) * (left[at] ?? 0)
  return sum
}
