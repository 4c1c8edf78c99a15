import type { MethodCurve } from '@cges-fleet/core'
import type { NamedReport } from '../families/name-methods'

/** Where a method stands in the plane of calls and accuracy, and how sure that is. */
export interface ScatterPoint {
  readonly report: NamedReport
  readonly calls: number
  readonly accuracy: number
  readonly low: number
  readonly high: number
  /** `live`: where a running method will end; `interim`: if stopped now; `final`: with its 95 % interval. */
  readonly kind: 'live' | 'interim' | 'final'
}

/** The methods that have both an accuracy and a cost, and so a point in the plane. */
export function placeable(reports: readonly NamedReport[]): ScatterPoint[] {
  return reports.flatMap((report): ScatterPoint[] => {
    const { calls, accuracy, live, interim } = report
    const known = live ?? accuracy
    if (known === null || calls === null) return []
    const kind = live !== null ? 'live' : interim ? 'interim' : 'final'
    return [{ report, calls, accuracy: known.value, low: known.low, high: known.high, kind }]
  })
}

/** A method with a cost and, while it runs, only hard bounds of its accuracy: a band in the plane. */
export type BandedReport = {
  readonly report: NamedReport
  readonly calls: number
  readonly bounds: { readonly low: number; readonly high: number }
}

/** The methods of which no point can be told yet. */
export function banded(reports: readonly NamedReport[]): BandedReport[] {
  return reports.flatMap((report) =>
    report.accuracy === null && report.live === null && report.interim && report.calls !== null
      ? [{ report, calls: report.calls, bounds: report.accuracyBounds }]
      : [],
  )
}

/** A method's curve with the method. */
export type ShownCurve = { readonly report: NamedReport; readonly curve: MethodCurve }

/** The curves there are, in the order of the methods; one that is a single point is none. */
export function shownCurves(reports: readonly NamedReport[], curves: readonly MethodCurve[]): ShownCurve[] {
  return reports.flatMap((report) => {
    const curve = curves.find(({ key }) => key === report.key)
    return curve === undefined || curve.points.length < 2 ? [] : [{ report, curve }]
  })
}
