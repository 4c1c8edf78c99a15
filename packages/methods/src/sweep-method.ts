import type { Decision } from './decision.js'
import { readableVotes } from './readable-votes.js'
import { ruleOf } from './rules/all-rules.js'
import { isExternal, type ReportedSpec } from './rules/external.js'
import type { Vote } from './vote.js'
import { withhold } from './withhold.js'

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
    rule.sweep?.(spec, readable, values) ??
    values.map((value) => rule.decide({ ...spec, [swept.parameter]: value }, readable))
  return decisions.map((decision) => withhold(spec, decision))
}
