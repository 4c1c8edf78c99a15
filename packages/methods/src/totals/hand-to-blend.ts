import { ascBetaProbability } from '../asc-beta-probability.js'
import { logGamma } from '../log-gamma.js'
import type { Counted } from './counted.js'
import type { HandOut } from './spend-total.js'

/**
 * Hands a call each to the least settled questions, ranked by the Beta criterion at first and by the prior-posterior
 * ratio of leader and runner-up in the end: ranks are mixed by the share of the total that is spent. Of equal ones the
 * first place. Source: arXiv 2511.12309 (Blend-ASC), as far as its summaries tell; see docs/methods.md.
 */
export const handToBlend: HandOut = (questions, { calls, budget, spent }) => {
  const open = questions.filter((each) => each.calls < budget)
  const beta = ranksOf(open.map(({ first, second }) => ascBetaProbability(first, second)))
  const ratio = ranksOf(open.map(priorPosteriorRatio))
  const blended = open.map(({ place }, at) => ({
    place,
    rank: (1 - spent) * (beta[at] ?? 0) + spent * (ratio[at] ?? 0),
  }))
  return blended
    .toSorted((a, b) => a.rank - b.rank || a.place - b.place)
    .slice(0, calls)
    .map(({ place }) => place)
}

/** The logarithm of the prior's density at ½ over the posterior's, for the leader's part of the two: larger is surer. */
function priorPosteriorRatio({ first, second }: Counted): number {
  const votes = first + second
  return votes * Math.LN2 + logGamma(first + 1) + logGamma(second + 1) - logGamma(votes + 2)
}

/** How many are smaller, beyond rounding: equal values have one rank. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const ranks = values.map(() => 0)
  let rank = 0
  for (const [smaller, at] of order.entries()) {
    const before = values[order[smaller - 1] ?? -1] ?? -Infinity
    if ((values[at] ?? 0) - before > 1e-9) rank = smaller
    ranks[at] = rank
  }
  return ranks
}
