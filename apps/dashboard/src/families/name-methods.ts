import type { MethodReport } from '@cges-fleet/core'
import { type Identity, identityOf } from './identity'
import { methodName } from './method-name'

/** A method's report with its short name on this page, and its look; its key still identifies it. */
export interface NamedReport extends MethodReport {
  readonly name: string
  readonly identity: Identity
}

/** Gives methods their short names and looks; a budget is part of a name only if budgets differ. */
export function nameMethods(reports: readonly MethodReport[]): NamedReport[] {
  const differ = new Set(reports.map(({ spec }) => spec.budget)).size > 1
  return reports.map((report) => {
    const name = methodName(report)
    return { ...report, name: differ ? `${name} @${report.spec.budget}` : name, identity: identityOf(report) }
  })
}
