import type { ShareEstimate } from '@cges-fleet/core'
import { logGamma } from '@cges-fleet/methods'
import { logChoose } from '../numerics.js'
import { LIVE_ALPHA } from './live-interval.js'

/** The counts of two methods on the first trials of a seeded order, all of them closed; whole numbers. */
export interface PairedPrefix {
  /** All trials of the run, N. */
  readonly trials: number
  /** How many of the order's first are closed, k: from 1 to N. */
  readonly closed: number
  /** Of these, those the method has right and its baseline wrong. */
  readonly wins: number
  /** Of these, those it has wrong and its baseline right. */
  readonly losses: number
  /** Of these, those where one of the two has no verdict: they may be anything. Fewer than `closed`. */
  readonly unknown: number
}

/** A whole run: won, lost and neither, of which `wins`, `losses` and the rest were seen. */
interface Seen {
  readonly trials: number
  readonly closed: number
  readonly wins: number
  readonly losses: number
}

/** Two methods that read the same samples mostly agree: the prior's weights of won, lost and neither. */
export const PAIRED_PRIOR = { wins: 0.5, losses: 0.5, ties: 5 } as const

/**
 * Estimates by how much a method's accuracy will differ from its baseline's on the whole run: the difference on the
 * closed trials that both have decided, and limits, in [−1, 1], that hold the difference over all trials at every look
 * at once in 95 % of runs. `n` is the trials closed. The order must be a random permutation. Throws a RangeError for
 * counts that cannot be. `alpha` is how often, over a whole run, the limits may miss: .05 unless several are to hold together.
 *
 * A division of the run into W won, L lost and the rest is kept while the chance of what was seen, without replacement,
 * is more than α of what the prior expects of it: the prior–posterior ratio, as in `liveInterval`, with a
 * Dirichlet-multinomial prior. The limits are those of (W − L) / N over what is kept. Source: Waudby-Smith and Ramdas
 * (2020).
 */
export function liveDifference(prefix: PairedPrefix, alpha = LIVE_ALPHA): ShareEstimate {
  requirePossible(prefix)
  const { trials, closed, wins, losses, unknown } = prefix
  return {
    value: (wins - losses) / (closed - unknown),
    low: (0 - furthest({ trials, closed, wins: losses + unknown, losses: wins }, alpha)) / trials,
    high: furthest({ trials, closed, wins: wins + unknown, losses }, alpha) / trials,
    n: closed,
  }
}

function requirePossible({ trials, closed, wins, losses, unknown }: PairedPrefix): void {
  const whole = [trials, closed, wins, losses, unknown].every((count) => Number.isInteger(count) && count >= 0)
  if (whole && closed <= trials && unknown < closed && wins + losses + unknown <= closed) return
  throw new RangeError(`${wins} wins, ${losses} losses and ${unknown} unknown of ${closed} closed of ${trials} trials`)
}

/** The largest W − L that is kept. What is kept is convex, for ln of the chance is concave in W and L. */
function furthest(seen: Seen, alpha: number): number {
  const { trials, closed, wins, losses } = seen
  const floor = Math.log(alpha) + logExpected(seen)
  const kept = (difference: number) => likeliest(seen, difference) > floor
  const most = trials - closed + wins - losses
  if (kept(most)) return most
  const least = wins - losses - (trials - closed)
  const near = Math.min(most, Math.max(least, Math.round(((wins - losses) * trials) / closed)))
  // What was seen may divide the run evenly for no whole numbers: the likeliest difference is next to this one.
  let inside = [near, near - 1, near + 1].find(kept) ?? wins - losses
  let outside = most
  while (outside - inside > 1) {
    const middle = Math.floor((inside + outside) / 2)
    if (kept(middle)) inside = middle
    else outside = middle
  }
  // Neighbouring differences divide the rest otherwise, odd or even: one beyond may be kept if the next is not.
  return kept(inside + 2) ? inside + 2 : inside
}

/** ln of the chance that the prior gives to what was seen: Dirichlet-multinomial. */
function logExpected({ closed, wins, losses }: Seen): number {
  const counts = { wins, losses, ties: closed - wins - losses }
  const weight = PAIRED_PRIOR.wins + PAIRED_PRIOR.losses + PAIRED_PRIOR.ties
  const each = (['wins', 'losses', 'ties'] as const).map(
    (part) => logGamma(PAIRED_PRIOR[part] + counts[part]) - logGamma(PAIRED_PRIOR[part]) - logGamma(counts[part] + 1),
  )
  return logGamma(closed + 1) + logGamma(weight) - logGamma(weight + closed) + each.reduce((sum, part) => sum + part, 0)
}

/** ln of the chance of what was seen under the likeliest division with this difference. */
function likeliest({ trials, closed, wins, losses }: Seen, difference: number): number {
  const ties = closed - wins - losses
  const lowest = Math.max(losses, wins - difference)
  const highest = Math.floor((trials - ties - difference) / 2)
  if (highest < lowest) return -Infinity
  // The chance with one more lost, and one more won, over the chance without, as two products: no logarithm is needed.
  const isRising = (lost: number) => {
    const rest = trials - difference - 2 * lost
    const more = (lost + difference + 1) * (lost + 1) * (rest - ties) * (rest - ties - 1)
    return more > (lost + difference + 1 - wins) * (lost + 1 - losses) * rest * (rest - 1)
  }
  let from = lowest
  let to = highest
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (isRising(middle)) from = middle + 1
    else to = middle
  }
  return (
    logChoose(from + difference, wins) +
    logChoose(from, losses) +
    logChoose(trials - difference - 2 * from, ties) -
    logChoose(trials, closed)
  )
}
