import { trialRule } from './define-rule.js'
import { LEVEL, reaches, sureness, SWEPT_LEVEL } from './level.js'
import { COUNTING } from './voting.js'
import { decideByWatching, pathByWatching, type Watcher } from './watching.js'

/** Answers that are looked at by name; all others are one rival together. */
const CONTENDERS = 3
/** Votes each of the two tests must have seen. */
const LEAST = 2

/**
 * Martingale majority certificate: two tests by betting, of the leader against the runner-up and against all answers
 * outside the three most frequent, each on the votes that fall on its two sides. Who leads is taken from the votes before.
 * It stops where both reach 1/α and the leader still leads. While one answer alone was seen, an unseen one is runner-up.
 * Source: arXiv 2510.17472, section 3, with the settings of its public code: a grid of 41 shares in (½, 1), weighed as
 * Beta(½, ½); ties go to the answer seen first.
 */
export const MMC = trialRule({
  ...COUNTING,
  name: 'mmc',
  family: 'votes',
  title: 'MMC',
  about: 'martingale majority certificate: bets on the leader against the runner-up and against all others',
  example: 'mmc:alpha=0.1@16',
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
  const counts = new Map<string, number>()
  const pair: Bets = { wins: 0, losses: 0 }
  const others: Bets = { wins: 0, losses: 0 }
  let contenders: string[] = []
  let led = false
  return {
    see(answer) {
      const [leader, ...rest] = contenders
      if (leader !== undefined) {
        const runnerUp = rest[0]
        if (answer === leader) {
          pair.wins += 1
          others.wins += 1
        } else {
          if (runnerUp === undefined || answer === runnerUp) pair.losses += 1
          if (!rest.includes(answer)) others.losses += 1
        }
      }
      counts.set(answer, (counts.get(answer) ?? 0) + 1)
      contenders = contendersOf(counts)
      led = leader !== undefined && contenders[0] === leader
    },
    stops: () => led && [pair, others].every((bets) => reaches(evidenceOf(bets), alpha)),
    score: () => sureness(Math.min(evidenceOf(pair), evidenceOf(others))),
  }
}

/** The most frequent answers, the leader first; of equal counts the one seen first. */
function contendersOf(counts: ReadonlyMap<string, number>): string[] {
  const most: [answer: string, count: number][] = []
  for (const [answer, count] of counts) {
    const least = most[CONTENDERS - 1]?.[1] ?? 0
    if (count <= least) continue
    const place = most.findIndex(([, other]) => count > other)
    most.splice(place < 0 ? most.length : place, 0, [answer, count])
    most.length = Math.min(most.length, CONTENDERS)
  }
  return most.map(([answer]) => answer)
}

/** ln of 2ᵐ Σ w q^wins (1 − q)^losses; nothing before `LEAST` votes. */
function evidenceOf({ wins, losses }: Bets): number {
  if (wins + losses < LEAST) return 0
  const terms = LOGS.map(({ weight, win, loss }) => weight + wins * win + losses * loss)
  const largest = Math.max(...terms)
  const sum = terms.reduce((total, term) => total + Math.exp(term - largest), 0)
  return (wins + losses) * Math.LN2 + largest + Math.log(sum)
}

function normalised(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}
