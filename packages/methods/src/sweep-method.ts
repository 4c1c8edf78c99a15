import { readableVotes, withhold } from './decide.js'
import type { Decision } from './decision.js'
import { ruleOf } from './rules/all-rules.js'
import { isExternal, type ReportedSpec } from './rules/external.js'
import type { Swept } from './rules/swept.js'
import type { Vote } from './votes.js'

/**
 * Decides a trial as a method would at each of `values` of its swept parameter, in their order. Null for a method whose
 * samples cannot be replayed under another value. Throws as `decide` does.
 */
export function sweepMethod(
  spec: ReportedSpec,
  votes: readonly Vote[],
  values: readonly number[],
): readonly Decision[] | null {
  if (isExternal(spec)) return null
  const rule = ruleOf(spec)
  const { swept } = rule
  if (swept === null || rule.decides !== 'trial' || spec.certified !== undefined) return null
  const readable = readableVotes(spec, votes)
  const decisions =
    rule.sweep?.(spec, readable, values) ?? values.map((value) => rule.decide(sweptTo(spec, swept, value), readable))
  return decisions.map((decision) => withhold(spec, decision))
}

/** The method at one value of its swept parameter. */
export function sweptTo<Spec extends { readonly method: string }>(
  spec: Spec,
  { parameter }: Pick<Swept, 'parameter'>,
  value: number,
): Spec {
  return { ...spec, [parameter]: value }
}

/** The values a method can be tried with: its parameter, its own value, and others, ascending, its own among them. */
export type SweptValues = Swept & { readonly configured: number; readonly values: readonly number[] }

/** Returns the values a method's own threshold is swept over; null if samples cannot be replayed under another. */
export function sweptValues(spec: ReportedSpec): SweptValues | null {
  if (isExternal(spec)) return null
  const { swept } = ruleOf(spec)
  if (swept === null || spec.certified !== undefined) return null
  const { parameter, scale, grid } = swept
  const configured = numberAt(spec, parameter)
  const within = scale === 'count' ? grid.filter((value) => value <= spec.budget) : grid
  return { ...swept, configured, values: [...new Set([...within, configured])].toSorted((a, b) => a - b) }
}

/** Rules sweep numbers alone: the compiler knows the parameter by its name only. */
function numberAt(spec: ReportedSpec, parameter: string): number {
  return Number(Object.entries(spec).find(([name]) => name === parameter)?.[1])
}
