import { remembered } from '../math.js'
import { trialRule } from './rule.js'
import { LEVEL, reaches, sureness, SWEPT_LEVEL } from './level.js'
import { COUNTING } from './counting.js'
import { decideByWatching, pathByWatching, type Watcher } from './watching.js'

/** Answers that are looked at by name; all others are one rival together. */
const CONTENDERS = 3
/** Votes that each of the two tests must have seen; before that it has no evidence. */
const LEAST = 2

/**
 * Martingale majority certificate: two tests by betting, of the leader against the runner-up and against all answers
 * outside the three most frequent, each on the votes that fall on its two sides. The leader is determined from the
 * votes before. It stops when both reach 1/α and the leader still leads. While only one answer has been seen, an unseen
 * one is runner-up. Source: arXiv 2510.17472, section 3, with the settings of its public code: a grid of 41 shares in
 * (½, 1), weighed as Beta(½, ½); ties go to the answer seen first.
 */
export const MMC = trialRule({
  ...COUNTING,
  name: 'mmc',
  family: 'votes',
  title: 'MMC',
  about: 'martingale majority certificate: bets on the leader against the runner-up and against all others',
  example: 'mmc:alpha=0.1@16',
  documented: {
    stopsAfter: 'any valid sample',
    test: 'two bets, on the leader against the second and against the rest, ≥ 1/α',
    answer: 'plurality',
    source: 'arXiv 2510.17472',
  },
  parameters: { alpha: LEVEL },
  look: { hue: 'asc-beta', shape: 'arrow' },
  swept: SWEPT_LEVEL,
  path: ({ alpha }, votes, answers) => pathByWatching(watch(alpha), votes, answers),
  bar: ({ alpha }) => 1 - alpha,
  decide: ({ alpha, budget }, prefix) => decideByWatching(watch(alpha), budget, prefix),
})

const SHARES = Array.from({ length: 41 }, (_, at) => 0.5001 + (0.4998 * at) / 40)
const WEIGHTS = normalised(SHARES.map((share) => 1 / Math.sqrt(share * (1 - share))))
const LOGS = SHARES.map((share, at) => ({
  weight: Math.log(WEIGHTS[at] ?? 0),
  win: Math.log(share),
  loss: Math.log1p(-share),
}))

type Bets = { wins: number; losses: number }

function watch(alpha: number): Watcher {
  const pair: Bets = { wins: 0, losses: 0 }
  const others: Bets = { wins: 0, losses: 0 }
  /** The most frequent first, of equal counts the one seen first. */
  const ranked: Counted[] = []
  let led = false
  return {
    see(answer) {
      const leader = ranked[0]?.answer
      const known = ranked.findIndex((each) => each.answer === answer)
      if (leader !== undefined) {
        if (known === 0) {
          pair.wins += 1
          others.wins += 1
        } else {
          if (ranked.length === 1 || known === 1) pair.losses += 1
          if (known < 0 || known >= CONTENDERS) others.losses += 1
        }
      }
      count(ranked, answer, known)
      led = leader !== undefined && ranked[0]?.answer === leader
    },
    stops: () => led && reaches(evidenceOf(pair), alpha) && reaches(evidenceOf(others), alpha),
    score: () => sureness(Math.min(evidenceOf(pair), evidenceOf(others))),
  }
}

type Counted = { readonly answer: string; readonly seen: number; votes: number }

/** Counts a vote for the answer at `known`, or for a new one below 0, and moves it up past those that it is ahead of now. */
function count(ranked: Counted[], answer: string, known: number): void {
  const counted = ranked[known] ?? { answer, seen: ranked.length, votes: 0 }
  counted.votes += 1
  let place = known < 0 ? ranked.length : known
  for (let above = ranked[place - 1]; above !== undefined && isAhead(counted, above); above = ranked[place - 1]) {
    ranked[place] = above
    place -= 1
  }
  ranked[place] = counted
}

function isAhead(one: Counted, other: Counted): boolean {
  return one.votes > other.votes || (one.votes === other.votes && one.seen < other.seen)
}

/** More than there are votes. */
const MORE = 2048

function evidenceOf({ wins, losses }: Bets): number {
  return wins + losses < LEAST ? 0 : wagered(wins * MORE + losses)
}

/** ln of 2ᵐ Σ w q^wins (1 − q)^losses. */
const wagered = remembered((bets: number): number => {
  const losses = bets % MORE
  const wins = (bets - losses) / MORE
  const terms = LOGS.map(({ weight, win, loss }) => weight + wins * win + losses * loss)
  const largest = Math.max(...terms)
  const sum = terms.reduce((total, term) => total + Math.exp(term - largest), 0)
  return (wins + losses) * Math.LN2 + largest + Math.log(sum)
})

function normalised(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}
