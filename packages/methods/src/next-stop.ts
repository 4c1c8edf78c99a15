import { ruleOf, type TrialMethodSpec } from './rules/all-rules.js'

/**
 * Returns how far a trial may be drawn without waste: the smallest prefix length above `depth` at which the method
 * could stop. `depth` counts the samples read, below the budget; the result is in depth + 1 … budget. SC stops at its
 * budget only, ESC at the end of a full window, most after any sample.
 */
export function nextStop(spec: TrialMethodSpec, depth: number): number {
  return ruleOf(spec).nextStop(spec, depth)
}
