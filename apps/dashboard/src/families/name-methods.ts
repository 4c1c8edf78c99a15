import type { MethodReport } from '@cges-fleet/core'
import { methodName } from './method-name'

/** A method's report with the short name it goes by on this page; its key stays what identifies it. */
export interface NamedReport extends MethodReport {
  readonly name: string
}

/** Gives methods their short names; a budget is part of them only where budgets differ. */
export function nameMethods(reports: readonly MethodReport[]): NamedReport[] {
  const budgets = new Set(reports.map(({ spec }) => spec.budget))
  return reports.map((report) => {
    const name = methodName(report)
    return { ...report, name: budgets.size < 2 || name === report.label ? name : `${name} @${report.spec.budget}` }
  })
}
