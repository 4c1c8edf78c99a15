import type { AuditReport } from '@cges-fleet/core'
import { methodKey, type MethodSpec, type ReportedSpec } from '@cges-fleet/methods'
import { clusteredInterval, type ClusterSums } from '../proportions.js'

/**
 * The totals of an evaluation's audit. `stops` are summed by question: c of n stops of a method are the vote of all
 * samples.
 */
export interface AuditTotals {
  /** Of the trials, as it was asked for. */
  readonly share: number
  /** Audited ones. */
  readonly trials: number
  readonly methods: readonly MethodSpec[]
  readonly external: readonly ReportedSpec[]
  /** Null until every audited trial is drawn. */
  readonly found: {
    readonly whole: number
    readonly calls: number
    readonly tokens: number
    readonly stops: readonly (ClusterSums & { readonly methodKey: string })[]
  } | null
}

/**
 * Reports how often methods stopped with what SC at the largest budget answers, on the audited trials, and what that
 * cost. The population of a method's share are its stops before that budget: a trial it drew whole says nothing about
 * stopping. Audited trials are drawn at random from the evaluation's, so the interval is about all its stops, and, as
 * for accuracies, about those on other questions of the same kind; no finite population correction narrows it.
 */
export function auditReport({ share, trials, methods, external, found }: AuditTotals): AuditReport {
  const budget = Math.max(...methods.map((spec) => spec.budget))
  const common = { share, budget, trials }
  if (found === null) return { ...common, found: null }
  const agreement = [...methods, ...external].flatMap((spec) => {
    const sums = found.stops.find((stops) => stops.methodKey === methodKey(spec))
    if (sums === undefined || sums.n === 0) return []
    return [{ key: sums.methodKey, value: sums.c / sums.n, ...clusteredInterval(sums), n: sums.n }]
  })
  const { whole, calls, tokens } = found
  return { ...common, found: { whole, calls, tokens, methods: agreement } }
}
