import { ruleOf, type TrialMethodSpec } from './rules/all-rules.js'
import { isExternal, type ReportedSpec } from './rules/external.js'

/**
 * Returns whether a method decides one trial by itself. DSC decides a set of questions, and a certified threshold is
 * fixed on some of them before it decides the others.
 */
export function isTrialMethod(spec: ReportedSpec): spec is TrialMethodSpec {
  return !isExternal(spec) && ruleOf(spec).decides === 'trial' && spec.certified === undefined
}
