import { ruleOf } from './rules/all-rules.js'
import { isExternal, type ReportedSpec } from './rules/external.js'
import type { Swept } from './rules/swept.js'

/** The values a method can be tried with: its parameter, its own value, and others, ascending, its own among them. */
export type SweptValues = Swept & { readonly own: number; readonly values: readonly number[] }

/** Returns the values a method's own threshold is swept over; null if samples cannot be replayed under another. */
export function sweptValues(spec: ReportedSpec): SweptValues | null {
  if (isExternal(spec)) return null
  const { swept } = ruleOf(spec)
  if (swept === null || spec.certified !== undefined) return null
  const { parameter, scale, grid } = swept
  const own = numberAt(spec, parameter)
  const within = scale === 'count' ? grid.filter((value) => value <= spec.budget) : grid
  return { ...swept, own, values: [...new Set([...within, own])].toSorted((a, b) => a - b) }
}

/** Rules sweep numbers alone: the compiler knows the parameter by its name only. */
function numberAt(spec: ReportedSpec, parameter: string): number {
  return Number(Object.entries(spec).find(([name]) => name === parameter)?.[1])
}
