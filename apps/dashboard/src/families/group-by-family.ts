import type { MethodReport } from '@cges-fleet/core'
import { FAMILIES, type Family, familyOf } from './family'

export interface FamilyGroup {
  readonly family: Family
  readonly reports: readonly MethodReport[]
}

/** Groups methods by family in an order that no result can change, so that rows never move under the reader. */
export function groupByFamily(reports: readonly MethodReport[]): FamilyGroup[] {
  return FAMILIES.map((family) => ({
    family,
    reports: reports.filter((report) => familyOf(report.spec.method) === family),
  })).filter((group) => group.reports.length > 0)
}
