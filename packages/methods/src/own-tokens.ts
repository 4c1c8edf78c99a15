import type { TrialMethodSpec } from './method-spec.js'
import { ruleOf } from './rules/all-rules.js'
import { tokensUsed } from './tokens-used.js'
import type { Vote } from './vote.js'

/**
 * Counts the tokens a method is charged for its calls if these may be fewer than were generated in them, since it would
 * have ended some sooner. Null for methods that end none, and if the tokens of one call are not known.
 */
export function ownTokens(spec: TrialMethodSpec, votes: readonly Vote[]): number | null {
  return ruleOf(spec).tokens === undefined ? null : tokensUsed(spec, votes)
}
