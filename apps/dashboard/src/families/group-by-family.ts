import type { MethodReport } from '@cges-fleet/core'
import { FAMILIES, type Family, familyOf } from './family'

export interface FamilyGroup<T extends MethodReport> {
  readonly family: Family
  readonly reports: readonly T[]
}

/** Groups methods by family in an order that no result can change, so that rows never move under the reader. */
export function groupByFamily<T extends MethodReport>(reports: readonly T[]): FamilyGroup<T>[] {
  return FAMILIES.map((family) => ({
    family,
    reports: reports.filter((report) => familyOf(report.spec.method) === family),
  })).filter((group) => group.reports.length > 0)
}
