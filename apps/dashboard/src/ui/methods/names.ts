import type { MethodReport } from '@cges-fleet/core'
import { type Family as RuleFamily, FAMILY_TITLES, findPageRule } from '@cges-fleet/methods/replay'
import { type Identity, identityOf } from './identity'

/** A method's report with its short name on this page, and its look; its key still identifies it. */
export interface NamedReport extends MethodReport {
  readonly name: string
  readonly identity: Identity
  /** Its place among the evaluation's methods as they were named, whatever the order a page shows them in. */
  readonly place: number
  /** GPU seconds a question; where a chart was given them. */
  readonly time?: number | null
}

/**
 * Gives methods, in the order they were named in, their short names and looks; a budget is part of a name only if budgets
 * differ.
 */
export function nameMethods(reports: readonly MethodReport[]): NamedReport[] {
  const differ = new Set(reports.map(({ spec }) => spec.budget)).size > 1
  return reports.map((report, place) => {
    const name = methodName(report)
    return { ...report, name: differ ? `${name} @${report.spec.budget}` : name, identity: identityOf(report), place }
  })
}

const TERMS: Readonly<Record<string, (value: string) => string>> = {
  alpha: (value) => `α ${value}`,
  confidence: (value) => value,
  gamma: (value) => `γ ${value}`,
  kappa: (value) => `κ ${value}`,
  keep: (value) => `keep ${value}`,
  name: (value) => value,
  minSamples: (value) => `min ${value}`,
  otherStops: () => 'other stops',
  shapes: (value) => `${value.split('/').length} shapes`,
  support: (value) => `K=${value}`,
  threshold: (value) => value,
  window: (value) => `w=${value}`,
}

/**
 * Names a method as people say it, such as `CGES lns-arith γ .99`, from the API's short form, which leaves out
 * defaults. The budget is not part of the name. A method or parameter unknown here is named as it is written.
 */
export function methodName({ label }: Pick<MethodReport, 'label'>): string {
  const [rule = label] = label.split('@')
  const [method = rule, parameters = ''] = rule.split(':')
  const terms = parameters.split(',').filter((parameter) => parameter !== '')
  return [
    findPageRule(method)?.title ?? (method === 'external' ? 'External' : method.toUpperCase()),
    ...terms.map(termOf),
  ].join(' ')
}

function termOf(parameter: string): string {
  const [name = '', value = ''] = parameter.split('=')
  const short = value.replace(/^0\./, '.')
  return TERMS[name]?.(short) ?? `${name}=${short}`
}

interface FamilyGroup<T extends MethodReport> {
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

/** Methods that share a stopping idea; tables list them together. */
type Family = RuleFamily | 'other'

const RULE_FAMILIES = Object.keys(FAMILY_TITLES) as RuleFamily[]

/** The families in the order every table and chart shows them: the baseline first. */
export const FAMILIES: readonly Family[] = [...RULE_FAMILIES, 'other']

/** Returns a method's family by its name; a method this dashboard does not know yet is still shown. */
export function familyOf(method: string): Family {
  return findPageRule(method)?.family ?? 'other'
}

/** Describes a family of methods in one line. */
export function familyTitle(family: Family): string {
  return family === 'other'
    ? 'Decided by your own program, or by a rule this dashboard does not know'
    : FAMILY_TITLES[family]
}
