import { ruleOf } from './rules/all-rules.js'
import { isExternal, type ReportedSpec } from './rules/external.js'
import { pathOfCounts } from './rules/voting.js'
import type { ScoreStep } from './score-step.js'
import type { Vote } from './vote.js'

/**
 * Computes a method's view of a trial after each of its samples, including those after its stop, to draw how it came to
 * its decision: step n − 1 is the state after n calls. At the stop, `score` is the decision's own. DSC, which looks at
 * other questions too, is shown as the share of the votes; of a rule that is not ours nothing is known. Throws as CGES
 * does.
 */
export function scorePath(spec: ReportedSpec, votes: readonly Vote[], answers: readonly string[] = []): ScoreStep[] {
  if (isExternal(spec)) return []
  const rule = ruleOf(spec)
  return rule.decides === 'trial' ? rule.path(spec, votes, answers) : pathOfCounts(votes, answers)
}
