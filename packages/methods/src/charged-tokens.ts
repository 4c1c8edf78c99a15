import { isTrialMethod } from './is-trial-method.js'
import { ruleOf } from './rules/all-rules.js'
import type { ReportedSpec } from './rules/external.js'
import type { Vote } from './vote.js'

/**
 * Tells what each of a trial's first samples would cost a method in tokens: all of its own, or those up to where the method
 * would have ended it; undefined if that is not known. `votes` are in index order.
 */
export function chargedTokens(spec: ReportedSpec, votes: readonly Vote[]): readonly (number | undefined)[] {
  const own = isTrialMethod(spec) ? ruleOf(spec).tokens?.(spec, votes) : undefined
  return own ?? votes.map(({ tokens }) => tokens)
}
