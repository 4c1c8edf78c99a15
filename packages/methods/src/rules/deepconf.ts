import { abortedAfter, lowestGroup, type Minima } from '../traces.js'
import type { ScoreStep } from '../decision.js'
import type { Vote } from '../votes.js'
import { trialRule } from './rule.js'
import { heaviest } from './watching.js'
import { count, share } from './parameter.js'
import { COUNTING } from './counting.js'

type Spec = {
  readonly keep: number
  readonly threshold: number
  readonly warmUps: number
  readonly window: number
  readonly budget: number
}

/** Shares this little below the threshold still reach it. */
const SLACK = 1e-12

/**
 * DeepConf online: whole warm-ups set a bar on the lowest group confidence of a trace, a later trace ends at the token where
 * it falls below that bar, and those that did not are weighed by their lowest group confidence. It stops once the leading
 * answer has `threshold` of the weight. Source: arXiv 2508.15260, algorithm 2; docs/methods.md has what it leaves open.
 */
export const DEEPCONF = trialRule({
  ...COUNTING,
  name: 'deepconf',
  family: 'weighed',
  title: 'DeepConf',
  about: 'ends an answer where its confidence falls below that of its warm-ups, and weighs the others; saves tokens',
  example: 'deepconf:keep=0.9@64',
  documented: {
    stopsAfter: 'any sample from `warmUps` on',
    test: 'the leader has .95 of the weight of the traces above the bar',
    answer: 'largest weight',
    source: 'arXiv 2508.15260',
  },
  parameters: {
    keep: {
      ...share('the share of warm-ups that lie above the bar: 0.1 ends most answers early, 0.9 few'),
      preset: 0.9,
    },
    threshold: { ...share('it stops once the leading answer has this share of the weight'), preset: 0.95 },
    warmUps: { ...count('samples drawn whole, which set the bar'), preset: 16 },
    window: { ...count('how many tokens one group has', { of: 'tokens', to: 65_536 }), preset: 2048 },
  },
  look: { hue: 'deepconf-b10', shape: 'pennant' },
  swept: {
    parameter: 'threshold',
    symbol: 'τ',
    scale: 'share',
    usual: [0.95, 0.9, 0.99, 0.8, 0.85, 0.97, 0.7, 0.999],
    grid: [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99, 0.999],
  },
  nextStop: ({ warmUps, budget }, depth) => Math.max(depth + 1, Math.min(warmUps, budget)),
  rounds: ({ warmUps }, calls) => 1 + Math.max(0, calls - warmUps),
  bar: ({ threshold }) => threshold,
  window: ({ window }) => window,
  endsBelow(spec, votes) {
    const bar = barOf(spec, votes)
    return bar === -Infinity ? null : bar
  },
  tokens(spec, votes) {
    const bar = barOf(spec, votes)
    return votes.map((vote, at) =>
      at < spec.warmUps ? vote.tokens : (abortedAfter(minimaOf(spec, vote), bar) ?? vote.tokens),
    )
  },
  path(spec, votes, answers) {
    const bar = barOf(spec, votes)
    const [all, kept] = [new Kept(spec, -Infinity), new Kept(spec, bar)]
    return votes.map((vote, at) => {
      for (const each of [all, kept]) each.add(vote, at + 1)
      return (at + 1 < warmUpsOf(spec) ? all : kept).stand(answers)
    })
  },
  decide(spec, prefix) {
    const { budget, threshold } = spec
    const votes = prefix.slice(0, budget)
    const warm = warmUpsOf(spec)
    const kept = new Kept(spec, barOf(spec, votes))
    for (const [at, vote] of votes.entries()) {
      const calls = at + 1
      kept.add(vote, calls)
      if (calls < warm) continue
      const { leader: answer, score } = kept.stand()
      const isClear = (score ?? 0) >= threshold - SLACK
      if (isClear || calls === budget) {
        return { state: 'stopped', calls, answer, score, reason: isClear ? 'threshold' : 'budget' }
      }
    }
    const { leader, score } = kept.stand()
    return { state: 'open', until: Math.max(votes.length + 1, warm), leader, score }
  },
})

function minimaOf({ window }: Spec, { minima }: Vote): Minima {
  return minima?.[window] ?? []
}

function warmUpsOf({ warmUps, budget }: Spec): number {
  return Math.min(warmUps, budget)
}

/** The percentile of the warm-ups' lowest group confidences, linear between two of them; nothing is below it before they are all there. */
function barOf(spec: Spec, votes: readonly Vote[]): number {
  const warm = warmUpsOf(spec)
  if (votes.length < warm) return -Infinity
  const lowest = votes.slice(0, warm).flatMap((vote) => lowestGroup(minimaOf(spec, vote)) ?? [])
  const sorted = lowest.toSorted((a, b) => a - b)
  const place = (1 - spec.keep) * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? -Infinity
  const above = sorted[Math.ceil(place)] ?? below
  return above === below ? below : below + (place - Math.floor(place)) * (above - below)
}

/** The weights of the answers that a bar leaves, in the order first seen. */
class Kept {
  readonly #weights = new Map<string, number>()
  #total = 0

  constructor(
    private readonly spec: Spec,
    private readonly bar: number,
  ) {}

  /** Takes in a sample; `place` counts from 1. */
  add(vote: Vote, place: number): void {
    const { answer } = vote
    if (answer === null) return
    const lowest = lowestGroup(minimaOf(this.spec, vote))
    if (lowest === null) throw new RangeError(`sample ${place} has an answer but no confidence of its tokens`)
    if (lowest < this.bar) return
    this.#weights.set(answer, (this.#weights.get(answer) ?? 0) + lowest)
    this.#total += lowest
  }

  stand(answers: readonly string[] = []): ScoreStep {
    const shareOf = (weight: number) => (this.#total === 0 ? 0 : weight / this.#total)
    const best = heaviest(this.#weights)
    return {
      leader: best?.answer ?? null,
      score: best === null ? null : shareOf(best.weight),
      scores: answers.map((each) => shareOf(this.#weights.get(each) ?? 0)),
    }
  }
}
