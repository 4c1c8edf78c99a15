import { GAMMA_GRID, type MethodSpec } from '@cges-fleet/methods'
import type { MethodCurve } from '@cges-fleet/core'

/** The parameter that trades a method's calls for accuracy, its own value, and the values a curve goes through. */
export type CurveValues = {
  readonly varies: MethodCurve['varies']
  readonly own: number
  /** Ascending, the own one among them. */
  readonly values: readonly number[]
}

const COUNTS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024]
const THRESHOLDS = [0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999]
const GAMMAS = [0.5, 0.6, ...GAMMA_GRID]

/** Names the values a method's curve goes through; null for DSC, whose rankings cannot be asked for again. */
export function curveValues(spec: MethodSpec): CurveValues | null {
  switch (spec.method) {
    case 'sc':
      return valuesOf('budget', spec.budget, upTo(spec.budget))
    case 'esc':
      return valuesOf('window', spec.window, upTo(spec.budget))
    case 'asc-beta':
    case 'asc-dirichlet':
      return valuesOf('threshold', spec.threshold, THRESHOLDS)
    case 'cges':
      return valuesOf('gamma', spec.gamma, GAMMAS)
    case 'dsc':
      return null
  }
}

function valuesOf(varies: CurveValues['varies'], own: number, grid: readonly number[]): CurveValues {
  return { varies, own, values: [...new Set([...grid, own])].toSorted((a, b) => a - b) }
}

function upTo(budget: number): number[] {
  return COUNTS.filter((count) => count <= budget)
}
