import { placeable } from '../charts/scatter-geometry'
import type { NamedReport } from '../families/name-methods'

export interface LeadPoint {
  readonly report: NamedReport
  readonly calls: number
  readonly accuracy: number
}

/** What can be said first: the two methods a reader looks for, or, while accuracies are only bounded, a cost. */
export type Lead =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'bounded'; readonly cheapest: NamedReport & { readonly calls: number } }
  | {
      readonly kind: 'points'
      readonly interim: boolean
      readonly best: LeadPoint
      /** The cheapest method whose accuracy lies within the best one's interval; it may be the best one itself. */
      readonly cheapest: LeadPoint
    }

/** Finds what the first sentence may claim: nothing about accuracy as long as one method's is only bounded. */
export function leadOf(methods: readonly NamedReport[]): Lead {
  const points = placeable(methods)
  const best = points.toSorted((a, b) => b.accuracy - a.accuracy || a.calls - b.calls)[0]
  if (best === undefined || methods.some(({ interim, accuracy }) => interim && accuracy === null))
    return boundedLead(methods)
  const within = points.filter(({ accuracy }) => accuracy >= best.estimate.low)
  const cheapest = within.toSorted((a, b) => a.calls - b.calls || b.accuracy - a.accuracy)[0] ?? best
  return { kind: 'points', interim: methods.some(({ interim }) => interim), best, cheapest }
}

function boundedLead(methods: readonly NamedReport[]): Lead {
  const costed = methods.flatMap((report) => (report.calls === null ? [] : [{ ...report, calls: report.calls }]))
  const cheapest = costed.toSorted((a, b) => a.calls - b.calls)[0]
  return cheapest === undefined ? { kind: 'nothing' } : { kind: 'bounded', cheapest }
}
