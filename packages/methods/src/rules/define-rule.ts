import type { Parameters } from './parameter.js'
import type { SetRule, TrialRule } from './rule.js'

/** Declares a rule of single trials: checks it against the interface, and keeps its exact type. */
export function trialRule<const Name extends string, const P extends Parameters>(
  rule: TrialRule<Name, P>,
): TrialRule<Name, P> {
  return rule
}

/** Declares a rule of whole sets: checks it against the interface, and keeps its exact type. */
export function setRule<const Name extends string, const P extends Parameters>(
  rule: SetRule<Name, P>,
): SetRule<Name, P> {
  return rule
}
