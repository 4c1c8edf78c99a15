import { chargedTokens } from './charged-tokens.js'
import { isTrialMethod } from './is-trial-method.js'
import { ruleOf } from './rules/all-rules.js'
import type { ReportedSpec } from './rules/external.js'
import type { Vote } from './vote.js'

/**
 * Counts the tokens generated for the first `calls` samples, those a method was charged for: all of each one's, or those up to
 * where the method would have ended it. `votes` are samples in index order. Null if the tokens of one are not known.
 */
export function tokensUsed(spec: ReportedSpec, votes: readonly Vote[], calls = votes.length): number | null {
  const own =
    isTrialMethod(spec) && ruleOf(spec).tokens !== undefined ? chargedTokens(spec, votes.slice(0, calls)) : null
  let sum = 0
  for (let at = 0; at < Math.min(calls, votes.length); at += 1) {
    const tokens = own === null ? votes[at]?.tokens : own[at]
    if (tokens === undefined) return null
    sum += tokens
  }
  return sum
}
