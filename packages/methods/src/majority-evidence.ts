import { halfTail } from './half-tail.js'
import { logGamma } from './log-gamma.js'

/**
 * Gives the natural logarithm of the evidence against "the second answer is at least as likely as the first": the
 * likelihood of the counts, averaged over all shares above ½, against that at ½; 2ⁿ⁺¹ · B(v1 + 1, v2 + 1) ·
 * P(Beta(v1 + 1, v2 + 1) > ½). For two answers named beforehand it is an e-process: it ever reaches 1/α with probability
 * at most α. Counts are whole numbers ≥ 0 with v1 + v2 ≤ 1,024.
 */
export function majorityEvidence(v1: number, v2: number): number {
  const votes = v1 + v2
  const beta = logGamma(v1 + 1) + logGamma(v2 + 1) - logGamma(votes + 2)
  return (votes + 1) * Math.LN2 + beta + Math.log1p(-halfTail(v1, v2))
}
