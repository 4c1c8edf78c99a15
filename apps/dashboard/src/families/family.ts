import { FAMILY_TITLES, type Family as RuleFamily, findToldRule } from '@cges-fleet/methods/replay'

/** Methods that share a stopping idea; tables list them together. */
export type Family = RuleFamily | 'other'

const RULE_FAMILIES = Object.keys(FAMILY_TITLES) as RuleFamily[]

/** The families in the order every table and chart shows them: the baseline first. */
export const FAMILIES: readonly Family[] = [...RULE_FAMILIES, 'other']

/** Returns a method's family by its name; a method this dashboard does not know yet is still shown. */
export function familyOf(method: string): Family {
  return findToldRule(method)?.family ?? 'other'
}
