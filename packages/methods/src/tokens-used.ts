import { ruleOf } from './rules/all-rules.js'
import { isExternal, type ReportedSpec } from './rules/external.js'
import type { Vote } from './vote.js'

/**
 * Counts the tokens generated for the samples a method was charged for: all of each one's, or those up to where the method
 * would have ended it. `votes` are these samples, in index order. Null where the tokens of one are not known.
 */
export function tokensUsed(spec: ReportedSpec, votes: readonly Vote[]): number | null {
  const rule = isExternal(spec) ? null : ruleOf(spec)
  const own = rule?.decides === 'trial' && !isExternal(spec) ? rule.tokens?.(spec, votes) : undefined
  let sum = 0
  for (const tokens of own ?? votes.map((vote) => vote.tokens)) {
    if (tokens === undefined) return null
    sum += tokens
  }
  return sum
}
