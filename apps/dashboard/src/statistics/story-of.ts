import type { EvaluationView, FinalStatistics, PairedComparison } from '@cges-fleet/core'
import type { NamedReport } from '../families/name-methods'

/** A method that was compared, by its name on the page. */
export interface Compared {
  readonly report: NamedReport
  readonly baseline: NamedReport
  readonly comparison: PairedComparison
  /** Calls, as a share of the baseline's, less 1. */
  readonly change: number
}

/** The first statement of the page, and nothing more: it recommends a method only if the statistics judged. */
export type Story =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'running'; readonly baseline: NamedReport | null }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'computing' }
  | { readonly kind: 'uncompared'; readonly why: string; readonly first: NamedReport | null }
  | { readonly kind: 'none'; readonly compared: readonly Compared[] }
  | {
      readonly kind: 'pick'
      readonly pick: Compared
      readonly cheaper: readonly Compared[]
      readonly better: readonly Compared[]
    }

type Standing = Pick<EvaluationView, 'status' | 'finishedAt'>

/**
 * Finds the first statement of an evaluation's page. While it runs, or its statistics are missing, that is what is
 * known and what is missing, never a recommendation; afterwards it names the cheapest method that the statistics call
 * better or not inferior, and any cheaper ones for which that is open.
 */
export function storyOf(view: Standing, reports: readonly NamedReport[], final: FinalStatistics | null): Story {
  if (final !== null) return judgedStory(reports, final)
  if (view.finishedAt !== null) return view.status === 'done' ? { kind: 'computing' } : { kind: 'unfinished' }
  const started = reports.some(({ resolved }) => resolved > 0)
  return started ? { kind: 'running', baseline: baselineAmong(reports) } : { kind: 'nothing' }
}

/** The method all others are measured by: SC at its largest budget; without any SC the first; of one method alone none. */
export function baselineAmong(reports: readonly NamedReport[]): NamedReport | null {
  const sc = reports.filter(({ spec }) => spec.method === 'sc').toSorted((a, b) => b.spec.budget - a.spec.budget)
  return sc[0] ?? reports[0] ?? null
}

function judgedStory(reports: readonly NamedReport[], final: FinalStatistics): Story {
  const compared = comparedIn(reports, final)
  if (compared.length === 0) {
    const why = final.notCompared ?? 'no two of them have verdicts on the same trials'
    return { kind: 'uncompared', why, first: baselineAmong(reports) }
  }
  const better = compared.filter(({ comparison }) => comparison.judgement === 'better')
  const kept = compared.filter(({ comparison }) => comparison.judgement === 'non-inferior')
  const pick = [...better, ...kept].toSorted((a, b) => callsOf(a) - callsOf(b))[0]
  if (pick === undefined) return { kind: 'none', compared }
  const cheaper = compared.filter(
    (each) => each.comparison.judgement === 'inconclusive' && callsOf(each) < callsOf(pick),
  )
  return { kind: 'pick', pick, cheaper, better: better.filter((each) => each !== pick) }
}

/** The methods that were compared with a baseline. */
export function comparedIn(reports: readonly NamedReport[], { methods }: FinalStatistics): Compared[] {
  const byKey = new Map(reports.map((report) => [report.key, report]))
  return methods.flatMap(({ key, comparison }): Compared[] => {
    const report = byKey.get(key)
    const baseline = byKey.get(comparison?.baseline ?? '')
    if (comparison === null || report === undefined || baseline === undefined) return []
    const change = baseline.calls === null ? Number.NaN : comparison.calls.value / baseline.calls
    return [{ report, baseline, comparison, change }]
  })
}

function callsOf({ report }: Compared): number {
  return report.calls ?? Number.POSITIVE_INFINITY
}
