import type { EvaluationTotals } from '@cges-fleet/db'
import { methodKey, type ReportedSpec } from '@cges-fleet/methods'

/**
 * An evaluation's methods, and the external rules that have decided every trial: pairs are taken where all methods have
 * a verdict, so a rule with few verdicts would leave little of all others.
 */
export function judgedMethods({ methods, external, calls, summary }: EvaluationTotals): ReportedSpec[] {
  const { total, blocked } = summary.trials
  const resolved = (key: string) =>
    calls.filter(({ methodKey: of }) => of === key).reduce((sum, row) => sum + row.resolved, 0)
  return [...methods, ...external.filter((spec) => resolved(methodKey(spec)) >= total - blocked)]
}
