import { bisect } from './simulation/bisect.js'

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
