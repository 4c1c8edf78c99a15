import type { CurvePoint, MethodCurve } from '@cges-fleet/core'
import { formatCalls, formatCount, formatSeconds } from '../format/numbers'
import type { NamedReport } from '../methods/names'

/** The cost per question that accuracy is drawn against; time is a GPU's. */
export type Cost = 'calls' | 'tokens' | 'time'

/** A method's position in the plane of cost and accuracy, with its uncertainty. */
export interface ScatterPoint {
  readonly report: NamedReport
  readonly cost: number
  readonly accuracy: number
  readonly low: number
  readonly high: number
  /**
   * `live`: an estimate of a running method's end; `interim`: its value if stopped now; `final`: with its 95 %
   * interval.
   */
  readonly kind: 'live' | 'interim' | 'final'
}

/** A method's cost per question, as its figures show it; while it runs, that of the trials closed in order. */
export function costOf({ live, calls, tokens, time }: NamedReport, by: Cost): number | null {
  switch (by) {
    case 'calls':
      return live?.calls ?? calls
    case 'tokens':
      return tokens
    case 'time':
      return time ?? null
  }
}

/** The methods that have both an accuracy and a cost, and so a point in the plane. */
export function placeable(reports: readonly NamedReport[], by: Cost = 'calls'): ScatterPoint[] {
  return reports.flatMap((report): ScatterPoint[] => {
    const { accuracy, live, interim } = report
    const cost = costOf(report, by)
    const known = live ?? accuracy
    if (known === null || cost === null) return []
    const kind = live !== null ? 'live' : interim ? 'interim' : 'final'
    return [{ report, cost, accuracy: known.value, low: known.low, high: known.high, kind }]
  })
}

/** A method with a cost and, while it runs, only hard bounds of its accuracy: a band in the plane. */
export type BandedReport = {
  readonly report: NamedReport
  readonly cost: number
  readonly bounds: { readonly low: number; readonly high: number }
}

/** The methods that have no point yet. */
export function banded(reports: readonly NamedReport[], by: Cost = 'calls'): BandedReport[] {
  return reports.flatMap((report) => {
    const { accuracy, live, interim, accuracyBounds } = report
    const cost = costOf(report, by)
    return accuracy === null && live === null && interim && cost !== null
      ? [{ report, cost, bounds: accuracyBounds }]
      : []
  })
}

/** A method's curve with the method, and its points by what they cost. */
type ShownCurve = {
  readonly report: NamedReport
  readonly curve: MethodCurve
  /** The cheapest first. */
  readonly points: readonly (CurvePoint & { readonly cost: number })[]
}

/** The available curves, in the order of the methods; a single point is not a curve. */
export function shownCurves(
  reports: readonly NamedReport[],
  curves: readonly MethodCurve[],
  by: Cost = 'calls',
): ShownCurve[] {
  return reports.flatMap((report) => {
    const curve = curves.find(({ key }) => key === report.key)
    if (curve === undefined) return []
    const points = curve.points.flatMap((point) => {
      // Nobody measured the time of a setting that did not run.
      const cost = by === 'time' ? null : point[by]
      return cost === null ? [] : [{ ...point, cost }]
    })
    return points.length < 2 ? [] : [{ report, curve, points: points.toSorted((a, b) => a.cost - b.cost) }]
  })
}

interface Point {
  readonly cost: number
  readonly accuracy: number
}

/** Keeps the points no other point beats: none is at most as dear and more accurate, or cheaper and as accurate. */
export function frontier<T extends Point>(points: readonly T[]): T[] {
  const byCost = points.toSorted((a, b) => a.cost - b.cost || b.accuracy - a.accuracy)
  let best = Number.NEGATIVE_INFINITY
  return byCost.filter((point) => {
    if (point.accuracy <= best) return false
    best = point.accuracy
    return true
  })
}

/** Writes what a question costs: `4.20 calls`, `1,250 tokens`, `3.1 s of GPU time`. */
export function costText(value: number, by: Cost): string {
  switch (by) {
    case 'calls':
      return `${formatCalls(value)} calls`
    case 'tokens':
      return `${formatCount(Math.round(value))} tokens`
    case 'time':
      return `${formatSeconds(value)} of GPU time`
  }
}
