import { type ComparisonQuery, MOST_ARMS } from '@cges-fleet/core'
import { baselinesOf } from '@cges-fleet/statistics'
import { findMethod, methodKey, methodLabel, type ReportedSpec } from '@cges-fleet/methods'
import { refuseField } from '../http/refusal.js'

/** An evaluation as far as its methods go. */
export interface Methodical {
  readonly id: string
  readonly methods: readonly ReportedSpec[]
}

export interface ChosenMethods {
  /** Keys, in the order of the base evaluation, then those that only others have. */
  readonly keys: readonly string[]
  /** Labels of all others. */
  readonly leftOut: readonly string[]
}

/**
 * Chooses which methods a comparison shows: those requested, else all, up to the limit for that number of evaluations.
 */
export function chooseMethods(
  evaluations: readonly Methodical[],
  { base, methods }: { readonly base: Methodical } & Pick<ComparisonQuery, 'methods'>,
): ChosenMethods {
  const all = distinct([base, ...evaluations].flatMap((evaluation) => [...evaluation.methods]))
  const most = Math.max(1, Math.floor(MOST_ARMS / evaluations.length))
  const wanted = methods?.map((text) => chosen(all, text)) ?? bySharing(all, evaluations)
  const unique = distinct(wanted)
  if (methods !== undefined && unique.length > most) {
    throw refuseField('methods', `beside ${evaluations.length} evaluations at most ${most} methods can be shown`)
  }
  const keys = unique.slice(0, most).map(methodKey)
  return { keys, leftOut: all.filter((spec) => !keys.includes(methodKey(spec))).map(methodLabel) }
}

/** The method that a text names, among those of all evaluations. */
function chosen(all: readonly ReportedSpec[], text: string): ReportedSpec {
  const found = findMethod(all, text)
  if (found !== null) return found
  throw refuseField('methods', `"${text}" names none, or several, of ${all.map(methodLabel).join(', ')}`)
}

/** Methods that more evaluations have come first: if not all fit, these can be compared. Baselines always stay. */
function bySharing(all: readonly ReportedSpec[], evaluations: readonly Methodical[]): ReportedSpec[] {
  const baselines = new Set(evaluations.flatMap(({ methods }) => Object.values(baselinesOf(methods))))
  const shares = (spec: ReportedSpec) =>
    evaluations.filter(({ methods }) => methods.some((each) => methodKey(each) === methodKey(spec))).length
  const rank = (spec: ReportedSpec) => (baselines.has(methodKey(spec)) ? 1 : 0)
  return all.toSorted((a, b) => rank(b) - rank(a) || shares(b) - shares(a))
}

function distinct(specs: readonly ReportedSpec[]): ReportedSpec[] {
  const keys = specs.map(methodKey)
  return specs.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}
