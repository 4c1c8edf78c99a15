import type { SignalName } from '../confidence/signal-names.js'
import { incompleteBeta } from '../math.js'
import { FEWEST_REWARDS, searchIndex } from './search-index.js'
import { voteConfidence } from '../votes.js'
import { trialRule } from './rule.js'
import { share } from './parameter.js'
import { SIGNAL } from './shared-parameters.js'
import { COUNTING } from './counting.js'
import { decideByWatching, pathByWatching, type Watcher } from './watching.js'

type Spec = { readonly confidence: SignalName; readonly cost: number; readonly budget: number }

/** A worth this little above the cost still stops. */
const SLACK = 1e-12

/**
 * Best of n by rewards, with an optimal stop: rewards are normal with unknown mean and variance, and it continues while
 * searching for a better one is expected to gain more than its calls cost. A reward below the first hundredth of what
 * those before it let expect counts as their mean, as in the public code. Source: arXiv 2510.15945; docs/methods.md. Ours is that no reward exceeds 1: it stops when the best one is within `cost` of that.
 */
export const BEACON = trialRule({
  ...COUNTING,
  name: 'beacon',
  family: 'weighed',
  title: 'BEACON',
  about: 'gives the answer with the best reward, once a better one is not worth the calls it would take',
  example: 'beacon:cost=0.02@16',
  documented: {
    stopsAfter: 'any valid sample from the third on; sooner at a reward near 1',
    test: 'a better reward is not worth the calls it would take',
    answer: 'that of the best reward',
    source: 'arXiv 2510.15945',
  },
  parameters: {
    confidence: { ...SIGNAL, preset: 'rm' },
    cost: { ...share('what a call costs, in units of the reward: lower is surer and costs more'), preset: 0.02 },
  },
  look: { hue: 'rm', shape: 'funnel' },
  swept: {
    parameter: 'cost',
    symbol: 'cost',
    scale: 'cost',
    usual: [0.02, 0.01, 0.05, 0.005, 0.1, 0.002, 0.2, 0.001],
    grid: [0.0002, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3],
  },
  path: (spec, votes, answers) => pathByWatching(watch(spec), votes, answers),
  bar: ({ cost }) => 1 - cost,
  signal: ({ confidence }) => confidence,
  decide: (spec, prefix) => decideByWatching(watch(spec), spec.budget, prefix),
})

function watch({ confidence, cost, budget }: Spec): Watcher {
  let best = { answer: '', reward: -1 }
  const known = new Rewards()
  let left = budget
  const worth = (): number => Math.min(1 - best.reward, known.worthOfSearching(best.reward, Math.max(1, left)))
  return {
    see(answer, vote, sample) {
      const reward = voteConfidence(vote, confidence, sample)
      if (reward > best.reward) best = { answer, reward }
      known.add(reward)
      left = budget - sample
    },
    stops: () => worth() <= cost + SLACK,
    score: () => 1 - worth(),
    leader: () => (best.reward < 0 ? null : best.answer),
  }
}

/** A reward this unlikely by those before it, on the low side, counts as their mean: it would widen hope above too. */
const EXTREME = 0.01

/** The rewards so far: how many, their mean, and their squared distances from it. */
class Rewards {
  #count = 0
  #mean = 0
  #squares = 0

  add(given: number): void {
    const reward = this.#isExtreme(given) ? this.#mean : given
    this.#count += 1
    const off = reward - this.#mean
    this.#mean += off / this.#count
    this.#squares += off * (reward - this.#mean)
  }

  /** The largest cost of a call at which it pays to search on, with `left` calls; no bound is known from fewer than three. */
  worthOfSearching(best: number, left: number): number {
    if (this.#count < FEWEST_REWARDS) return Infinity
    const scale = this.#scale()
    return scale === 0 ? 0 : scale * searchIndex(this.#count, left, (best - this.#mean) / scale)
  }
  /** Of the next one's predictive distribution, Student's t. */
  #scale(): number {
    return Math.sqrt((this.#squares / (this.#count - 1)) * (1 + 1 / this.#count))
  }

  #isExtreme(reward: number): boolean {
    if (this.#count < FEWEST_REWARDS || reward >= this.#mean) return false
    const freedom = this.#count - 1
    const off = (reward - this.#mean) / this.#scale()
    return incompleteBeta(freedom / (freedom + off * off), freedom / 2, 1 / 2) / 2 < EXTREME
  }
}
