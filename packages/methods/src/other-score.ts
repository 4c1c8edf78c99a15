import { type MethodSpec, ruleOf } from './rules/all-rules.js'
import type { Vote } from './vote.js'

/**
 * Computes the posterior of all answers not seen yet, in [0, 1], after some votes: the method's own probability that
 * none of those seen is right. Null for methods that have no such posterior. Throws as `decide` does.
 */
export function otherScore(spec: MethodSpec, votes: readonly Vote[]): number | null {
  const rule = ruleOf(spec)
  return rule.decides === 'trial' ? (rule.other?.(spec, votes) ?? null) : null
}
