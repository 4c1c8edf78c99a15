import { halfTail } from './half-tail.js'

/**
 * Returns the probability that the most frequent answer keeps its majority over the second: with counts v1 and v2,
 * P(Beta(v1 + 1, v2 + 1) > 1/2), as the binomial tail P(Bin(v1 + v2 + 1, 1/2) > v2), which is exact.
 *
 * `v1` and `v2` are whole numbers ≥ 0 with v1 + v2 ≤ 1,024; the result is in (0, 1), 1/2 if they are equal.
 * Source: arXiv 2305.11860, the Beta stopping criterion (section 3).
 */
export function ascBetaProbability(v1: number, v2: number): number {
  return 1 - halfTail(v1, v2)
}
