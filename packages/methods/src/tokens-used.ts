import { isTrialMethod } from './requirements.js'
import type { TrialMethodSpec } from './method-spec.js'
import { ruleOf } from './rules/all-rules.js'
import type { ReportedSpec } from './rules/external.js'
import type { Vote } from './votes.js'

/**
 * Counts the tokens generated for the first `calls` samples, those a method was charged for: all of each one's, or those up to
 * where the method would have ended it. `votes` are samples in index order. Null if the tokens of one are not known.
 */
export function tokensUsed(spec: ReportedSpec, votes: readonly Vote[], calls = votes.length): number | null {
  const charged =
    isTrialMethod(spec) && ruleOf(spec).tokens !== undefined ? chargedTokens(spec, votes.slice(0, calls)) : null
  let sum = 0
  for (let at = 0; at < Math.min(calls, votes.length); at += 1) {
    const tokens = charged === null ? votes[at]?.tokens : charged[at]
    if (tokens === undefined) return null
    sum += tokens
  }
  return sum
}

/**
 * Tells what each of a trial's first samples would cost a method in tokens: all of its own, or those up to where the method
 * would have ended it; undefined if that is not known. `votes` are in index order.
 */
export function chargedTokens(spec: ReportedSpec, votes: readonly Vote[]): readonly (number | undefined)[] {
  const charged = isTrialMethod(spec) ? ruleOf(spec).tokens?.(spec, votes) : undefined
  return charged ?? votes.map(({ tokens }) => tokens)
}

/**
 * Counts the tokens a method is charged for its calls if these may be fewer than were generated in them, since it would
 * have ended some sooner. Null for methods that end none, and if the tokens of one call are not known.
 */
export function cutTokens(spec: TrialMethodSpec, votes: readonly Vote[]): number | null {
  return ruleOf(spec).tokens === undefined ? null : tokensUsed(spec, votes)
}
