import { ABSTAIN } from './abstain-parameters.js'
import { CERTIFIED } from './certified-parameters.js'
import type { Parameters } from './parameter.js'
import type { Swept } from './swept.js'

/** Lists a rule's parameters, sorted by name, including shared ones: of abstaining, and of a certified threshold. */
export function parametersOf(rule: {
  readonly decides: 'trial' | 'set'
  readonly parameters: Parameters
  readonly swept: Swept | null
}): Parameters {
  const abstain = rule.decides === 'trial' ? ABSTAIN : {}
  const certified = rule.swept?.certifies === undefined ? {} : CERTIFIED
  const all = Object.entries<Parameters[string]>({ ...rule.parameters, ...abstain, ...certified })
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
