import { type MethodSpec, ruleOf } from './rules/all-rules.js'
import type { DscSpec } from './method-spec.js'

/** Returns whether the model ranks the questions by difficulty before a method decides them. */
export function ranksQuestions(spec: MethodSpec): spec is DscSpec {
  const rule = ruleOf(spec)
  return rule.decides === 'set' && rule.ranks
}
