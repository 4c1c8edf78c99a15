import { isTrialMethod } from './is-trial-method.js'
import { readsWindow } from './reads-window.js'
import { ruleOf } from './rules/all-rules.js'
import type { ReportedSpec } from './rules/external.js'
import type { Vote } from './vote.js'

/**
 * Group confidences by the tokens of their window: a response may be ended early once it has fallen below every one.
 */
export type EndsBelow = Readonly<Record<number, number>>

/** The bar below which a method ends the traces that it has yet to read. */
export type TraceBar = { readonly window: number; readonly below: number }

/**
 * Returns the group confidence below which a method ends each trace after `votes`; null while it may need one whole, as most
 * methods always do. No later vote changes it. Throws as `decide` does.
 */
export function endsBelow(spec: ReportedSpec, votes: readonly Vote[]): TraceBar | null {
  if (!isTrialMethod(spec)) return null
  const window = readsWindow(spec)
  const below = ruleOf(spec).endsBelow?.(spec, votes) ?? null
  return window === null || below === null ? null : { window, below }
}
