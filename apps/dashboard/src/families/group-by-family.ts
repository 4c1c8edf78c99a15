import type { MethodReport } from '@cges-fleet/core'
import { FAMILIES, type Family, familyOf } from './family'

export interface FamilyGroup<T extends MethodReport> {
  readonly family: Family
  readonly reports: readonly T[]
}

/**
 * Groups methods by family in an order that no result can change, so that rows never move under the reader: the baseline,
 * SC at its largest budget, comes first.
 */
export function groupByFamily<T extends MethodReport>(reports: readonly T[]): FamilyGroup<T>[] {
  return FAMILIES.map((family) => {
    const found = reports.filter((report) => familyOf(report.spec.method) === family)
    return { family, reports: family === 'sc' ? found.toSorted((a, b) => b.spec.budget - a.spec.budget) : found }
  }).filter((group) => group.reports.length > 0)
}
