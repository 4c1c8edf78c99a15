import { certifiedRefusal } from './certified/calibration-size.js'
import { isCertified } from './certified/is-certified.js'
import type { MethodSpec } from './rules/all-rules.js'

/**
 * Explains why a method cannot be run on that many questions; null if it can. `budgets` are those of SC beside it,
 * which draws every question whole.
 */
export function questionsRefusal(spec: MethodSpec, questions: number, budgets: readonly number[]): string | null {
  if (isCertified(spec)) return certifiedRefusal(spec, questions, budgets)
  if (!('totalCalls' in spec) || spec.totalCalls >= questions) return null
  return `totalCalls must be at least ${questions}, one for each question of a replicate, not ${spec.totalCalls}`
}
