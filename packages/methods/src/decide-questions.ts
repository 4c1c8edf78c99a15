import { ruleOf, type SetMethodSpec } from './rules/all-rules.js'
import type { SetQuestion } from './set-question.js'
import type { Vote } from './vote.js'

/**
 * Decides a set of questions together, as far as the samples drawn allow. `order` lists them, from easy to hard where the
 * method ranks them, and `prefixes[question]` holds each one's samples 0, 1, 2, … without a gap. The result is in that
 * order, and the same whichever sample arrived first.
 */
export function decideQuestions(
  spec: SetMethodSpec,
  order: readonly number[],
  prefixes: readonly (readonly Vote[])[],
): SetQuestion[] {
  return ruleOf(spec).decideSet(spec, order, prefixes)
}
