import type { FinalStatistics, PairedComparison } from '@cges-fleet/core'
import type { NamedReport } from '../families/name-methods'

/** A method that was compared, by its name on the page. */
export interface Compared {
  readonly report: NamedReport
  readonly baseline: NamedReport
  readonly comparison: PairedComparison
  /** Calls, as a share of the baseline's, less 1. */
  readonly change: number
}

/** What a reader who must choose can be told. */
export type Pick =
  | { readonly kind: 'none'; readonly compared: readonly Compared[]; readonly detectable: number }
  | { readonly kind: 'pick'; readonly cheapest: Compared; readonly better: readonly Compared[] }

/**
 * Finds the cheapest method that is better than its baseline or not inferior to it, and those that are better; null
 * where nothing was compared.
 */
export function pickOf(reports: readonly NamedReport[], { methods }: FinalStatistics): Pick | null {
  const byKey = new Map(reports.map((report) => [report.key, report]))
  const compared = methods.flatMap(({ key, comparison }): Compared[] => {
    const [report, baseline] = [byKey.get(key), byKey.get(comparison?.baseline ?? '')]
    if (comparison === null || report === undefined || baseline === undefined) return []
    return [{ report, baseline, comparison, change: comparison.calls.value / (baseline.calls ?? Number.NaN) }]
  })
  if (compared.length === 0) return null
  const better = compared.filter(({ comparison }) => comparison.judgement === 'better')
  const kept = compared.filter(({ comparison }) => comparison.judgement === 'non-inferior')
  const cheapest = [...better, ...kept].toSorted((a, b) => (a.report.calls ?? 0) - (b.report.calls ?? 0))[0]
  if (cheapest !== undefined) return { kind: 'pick', cheapest, better }
  return {
    kind: 'none',
    compared,
    detectable: Math.min(...compared.map(({ comparison }) => comparison.minimumDetectable)),
  }
}
