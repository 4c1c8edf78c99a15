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
