import { chargedTokens } from './charged-tokens.js'
import type { ReportedSpec } from './rules/external.js'
import type { Vote } from './vote.js'

/**
 * Counts the tokens generated for the samples a method was charged for: all of each one's, or those up to where the method
 * would have ended it. `votes` are these samples, in index order. Null if the tokens of one are not known.
 */
export function tokensUsed(spec: ReportedSpec, votes: readonly Vote[]): number | null {
  let sum = 0
  for (const tokens of chargedTokens(spec, votes)) {
    if (tokens === undefined) return null
    sum += tokens
  }
  return sum
}
