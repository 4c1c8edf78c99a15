import { type ReportedSpec, sweptValues } from '@cges-fleet/methods'
import type { MethodCurve } from '@cges-fleet/core'

/** The parameter that trades a method's calls for accuracy, its own value, and the values of its curve. */
export type CurveValues = {
  readonly varies: MethodCurve['varies']
  readonly own: number
  /** Ascending, its own value among them. */
  readonly values: readonly number[]
}

/** Returns the values of a method's curve; null for DSC, whose rankings cannot be asked for again. */
export function curveValues(spec: ReportedSpec): CurveValues | null {
  const swept = sweptValues(spec)
  return swept === null ? null : { varies: swept.parameter, own: swept.own, values: swept.values }
}
