import type { EvaluationView, MethodReport } from '@cges-fleet/core'
import { placeable } from '../charts/scatter-geometry'

export interface LeadPoint {
  readonly report: MethodReport
  readonly calls: number
  readonly accuracy: number
}

/** The two methods a reader looks for first. */
export interface Lead {
  readonly interim: boolean
  readonly best: LeadPoint
  /** The cheapest method whose accuracy lies within the best one's interval; it may be the best one itself. */
  readonly cheapest: LeadPoint
}

/** Finds the most accurate method and the cheapest one within its interval; null while no method can be placed. */
export function leadOf({ methods }: Pick<EvaluationView, 'methods'>): Lead | null {
  const points = placeable(methods)
  const best = points.toSorted((a, b) => b.accuracy - a.accuracy || a.calls - b.calls)[0]
  if (best === undefined) return null
  const within = points.filter(({ accuracy }) => accuracy >= best.estimate.low)
  const cheapest = within.toSorted((a, b) => a.calls - b.calls || b.accuracy - a.accuracy)[0] ?? best
  return { interim: methods.some(({ interim }) => interim), best, cheapest }
}
