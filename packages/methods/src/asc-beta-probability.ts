/**
 * Gives the probability that the most frequent answer keeps its majority over the second: with counts v1 and v2,
 * P(Beta(v1 + 1, v2 + 1) > 1/2), as the binomial tail P(Bin(v1 + v2 + 1, 1/2) > v2), which is exact.
 *
 * `v1` and `v2` are whole numbers ≥ 0 with v1 + v2 ≤ 1,024; the result is in (0, 1), 1/2 where they are equal.
 * Source: arXiv 2305.11860, the Beta stopping criterion (section 3).
 */
export function ascBetaProbability(v1: number, v2: number): number {
  const trials = v1 + v2 + 1
  let term = 2 ** -trials
  let below = 0
  for (let k = 0; k <= v2; k += 1) {
    below += term
    term *= (trials - k) / (k + 1)
  }
  return 1 - below
}
