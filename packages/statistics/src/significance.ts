import type { Judgement } from '@cges-fleet/core'
import { bisect } from './numerics.js'

/** Above this many steps the exact distribution costs more than it tells, and flips are drawn. */
const EXACT_STEPS = 3e8
const DRAWS = 10_000

/**
 * `p` and `midP` in [0, 1], two-sided; `differing` questions on which the methods differ; `exact` unless the signs
 * were drawn, which leaves p a standard error of √(p (1 − p) / 10,000).
 */
type SignFlipTest = {
  readonly p: number
  readonly midP: number
  readonly differing: number
  readonly exact: boolean
}

/** How likely flipped signs are to give a sum further from 0 than the one seen, and as far. */
type Tails = { readonly further: number; readonly equal: number }

/**
 * Tests whether two methods are equally accurate, from one whole number a question: how many more of its replicates one
 * of them got right. Were they equally good, each number could as well have had the other sign. With one replicate the
 * numbers are −1, 0 and 1, and this is McNemar's exact test.
 *
 * The distribution of the flipped sum is computed exactly: |Σ ± d| is |T − 2W|, with T = Σ|d| and W the sum of a random
 * half of the |d|. `next`, in [0, 1), is read only if that would take more than 3 · 10⁸ steps.
 * Sources: McNemar (1947); Fisher, The design of experiments (1935), § 21; Fagerland, Lydersen and Laake, The McNemar
 * test for binary matched-pairs data (2013), for mid-p.
 */
export function signFlipTest(differences: readonly number[], next: () => number): SignFlipTest {
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs)
  const seen = Math.abs(differences.reduce((sum, difference) => sum + difference, 0))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const exact = total * sizes.length <= EXACT_STEPS
  const { further, equal } = exact ? exactTails(sizes, total, seen) : drawnTails(sizes, seen, next)
  return { p: Math.min(1, further + equal), midP: Math.min(1, further + equal / 2), differing: sizes.length, exact }
}

function exactTails(sizes: readonly number[], total: number, seen: number): Tails {
  const chance = new Float64Array(total + 1)
  chance[0] = 1
  let reach = 0
  for (const size of sizes) {
    reach += size
    for (let sum = reach; sum >= 0; sum -= 1) {
      chance[sum] = ((chance[sum] ?? 0) + (sum < size ? 0 : (chance[sum - size] ?? 0))) / 2
    }
  }
  let further = 0
  let equal = 0
  for (const [sum, share] of chance.entries()) {
    const distance = Math.abs(total - 2 * sum)
    if (distance > seen) further += share
    else if (distance === seen) equal += share
  }
  return { further, equal }
}

/** The observed assignment counts as one draw, so that p is never 0. Source: Phipson and Smyth (2010). */
function drawnTails(sizes: readonly number[], seen: number, next: () => number): Tails {
  let further = 0
  let equal = 1
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const sum = Math.abs(sizes.reduce((total, size) => total + (next() < 0.5 ? size : -size), 0))
    if (sum > seen) further += 1
    else if (sum === seen) equal += 1
  }
  return { further: further / (DRAWS + 1), equal: equal / (DRAWS + 1) }
}

/**
 * Adjusts p-values for multiple comparisons: the chance of even one false alarm among them stays at the level, whatever
 * depends on what. In the order given; each in [0, 1] and not below its own p.
 * Source: S. Holm, A simple sequentially rejective multiple test procedure (1979).
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, at) => ({ p, at })).toSorted((a, b) => a.p - b.p)
  const adjusted = Array<number>(pValues.length).fill(1)
  let least = 0
  for (const [rank, { p, at }] of order.entries()) {
    least = Math.max(least, Math.min(1, (pValues.length - rank) * p))
    adjusted[at] = least
  }
  return adjusted
}

/** A difference in accuracy, method − baseline, with its paired 95 % interval and its p after Holm; shares. */
type JudgedDifference = { readonly low: number; readonly high: number; readonly holmP: number }

/** The significance level. */
const LEVEL = 0.05

/**
 * Judges a difference in one word, from its interval [l, u], its adjusted p and the margin δ (a share) that a reader
 * accepts to lose: better if l > 0 and worse if u < 0, both only with p ≤ .05; else non-inferior if l > −δ; else
 * inconclusive.
 */
export function judgeDifference({ low, high, holmP }: JudgedDifference, margin: number): Judgement {
  if (holmP <= LEVEL && low > 0) return 'better'
  if (holmP <= LEVEL && high < 0) return 'worse'
  return low > -margin ? 'non-inferior' : 'inconclusive'
}

/** The 97.5 % and the 80 % quantile of the standard normal distribution: a two-sided 5 % test, found 4 times of 5. */
const Z = 1.959963984540054 + 0.8416212335729143

/**
 * Returns the smallest true difference that a paired test of 5 % would find in four of five such evaluations, as a
 * share: (z.975 + z.8) · √(Σd²) / Σm, with d the difference and m the pairs of each question, and one pair won and one
 * lost added, so that methods which never differed do not seem to have been told apart perfectly.
 * Source: Connor, Sample size for testing differences in proportions for the paired-sample design (1987).
 */
export function minimumDetectableEffect(differences: readonly number[], pairs: number): number {
  const squares = differences.reduce((sum, difference) => sum + difference ** 2, 0)
  return Math.min(1, (Z * Math.sqrt(squares + 2)) / (pairs + 2))
}

/** The 97.5 % and the 80 % quantile of the standard normal distribution: a two-sided 5 % test, found 4 times of 5. */
const Z_TEST = 1.959963984540054
const Z_POWER = 0.8416212335729143

/**
 * Computes, before anything is drawn, the smallest true difference of two accuracies that a paired test of 5 % would
 * find in four of five such evaluations, as a share: the δ with √n·δ = z.975·√ψ + z.8·√(ψ − δ²), where n are the
 * questions and ψ is the share of them, in (0, 1], on which just one of the two is right. Null if even δ = ψ, one
 * method always the right one, would be missed. Replicates are not counted: those of a question are not independent.
 * Source: Connor, Sample size for testing differences in proportions for the paired-sample design (1987), equation 2.
 */
export function detectableDifference(questions: number, disagreement: number): number | null {
  const excess = (difference: number): number =>
    Math.sqrt(questions) * difference -
    Z_TEST * Math.sqrt(disagreement) -
    Z_POWER * Math.sqrt(Math.max(0, disagreement - difference ** 2))
  return excess(disagreement) < 0 ? null : bisect(excess, 0, disagreement)
}
