import {
  type ComparedEvaluation,
  type ComparedPair,
  type ComparisonQuery,
  hasEnded,
  type MethodReport,
  MOST_ARMS,
  type PairNote,
} from '@cges-fleet/core'
import type { Compared } from '@cges-fleet/db'
import { findMethod, isExternal, methodKey, methodLabel, type ReportedSpec } from '@cges-fleet/methods'
import { baselinesOf } from '@cges-fleet/statistics'
import { refuseField } from '../http/refusal.js'

/** The input to the planning of pairs: an evaluation, the figures of the methods shown, and all of its methods. */
interface Planned {
  readonly view: ComparedEvaluation
  readonly all: Methodical & RandomOrder
  readonly reports: readonly MethodReport[]
}

interface ExcludedPair {
  readonly state: ComparedPair['state']
  readonly note: PairNote
}

/** The order of an evaluation's trials, and how far it is closed. */
type RandomOrder = Pick<Compared, 'seed' | 'trials' | 'closedPrefix' | 'isRandomPrefix'>

/** The first trials that both sides of a pair closed, in the random order of one of them. */
export interface SharedPrefix {
  readonly trials: number
  readonly closed: number
  readonly orderOf: 'this' | 'base'
}

/** The two sides of a comparison: on what trials, if not all, or the reason why they cannot be paired. */
export type PlannedPair = Pick<ComparedPair, 'evaluation' | 'method' | 'base' | 'baseMethod'> & {
  readonly excluded: ExcludedPair | null
  readonly prefix: SharedPrefix | null
}

type Pairing = Pick<ComparisonQuery, 'against'> & { readonly within: boolean; readonly base: Planned }

/** Decides which method of which evaluation is compared with which, and which of these may not be paired. */
export function planPairs(evaluations: readonly Planned[], pairing: Pairing): PlannedPair[] {
  return evaluations.flatMap((evaluation) => {
    const base = pairing.within ? evaluation : pairing.base
    const against = opponents(evaluation, { ...pairing, base })
    return evaluation.view.methods.flatMap(({ key }): PlannedPair[] => {
      const baseMethod = against(key)
      const isItself = base === evaluation && baseMethod === key
      if (baseMethod === null || isItself || base.all.methods.every((spec) => methodKey(spec) !== baseMethod)) return []
      const names = { evaluation: evaluation.view.id, method: key, base: base.view.id, baseMethod }
      const excluded = whyExcluded([evaluation, key], [base, baseMethod])
      const prefix = excluded === null ? sharedPrefix(evaluation, base) : null
      return [
        {
          ...names,
          ...(prefix !== null && 'note' in prefix ? { excluded: prefix, prefix: null } : { excluded, prefix }),
        },
      ]
    })
  })
}

/** Whom a method is compared with, by key: the method asked for, else its own like, within an evaluation SC. */
function opponents(evaluation: Planned, { against, within, base }: Pairing): (key: string) => string | null {
  if (against !== undefined) {
    const found = opponent(base.all.methods, against, within)
    return () => found
  }
  if (!within) return (key) => key
  const baselines = baselinesOf(evaluation.all.methods)
  return (key) => baselines[key] ?? null
}

/** Within several evaluations one may lack the method; the base evaluation must have it. */
function opponent(methods: readonly ReportedSpec[], text: string, within: boolean): string | null {
  const found = findMethod(methods, text)
  if (found !== null) return methodKey(found)
  if (within) return null
  throw refuseField(
    'against',
    `"${text}" matches no method, or more than one. Write one in full: ${methods.map(methodLabel).join(', ')}`,
  )
}

type Side = readonly [of: Planned, method: string]

function whyExcluded(compared: Side, base: Side): PlannedPair['excluded'] {
  for (const [{ view, reports }, method] of [compared, base]) {
    if (!hasEnded(view.status)) return { state: 'interim', note: { kind: 'not_done', counts: {}, why: view.name } }
    if (view.notComparable !== null) return { state: 'excluded', note: { ...view.notComparable, why: view.name } }
    const report = reports.find(({ key }) => key === method)
    if (report !== undefined && isExternal(report.spec) && report.interim)
      return { state: 'excluded', note: partOf(view, report) }
  }
  if (compared[0].view.benchmark.revision !== base[0].view.benchmark.revision) {
    return { state: 'disjoint', note: { kind: 'other_questions', counts: {}, why: null } }
  }
  return null
}

/**
 * When a decided evaluation ended depended on what it had seen, so that judgements for a fixed number of questions do not
 * hold: the first trials it closed are compared, by limits that hold wherever it ended. Null where none is decided.
 */
function sharedPrefix(compared: Planned, base: Planned): SharedPrefix | ExcludedPair | null {
  const decided = [compared, base].filter(({ view }) => view.status === 'decided')
  const [first, second] = decided
  if (first === undefined) return null
  const unlike = decided.find(({ all }) => !all.isRandomPrefix)
  if (unlike !== undefined) return { state: 'interim', note: { kind: 'decided', counts: {}, why: unlike.view.name } }
  const isOneOrder = compared.all.seed === base.all.seed && compared.all.trials === base.all.trials
  if (second !== undefined && !isOneOrder) {
    return { state: 'interim', note: { kind: 'other_order', counts: {}, why: null } }
  }
  const closed = Math.min(...decided.map(({ all }) => all.closedPrefix))
  return { trials: first.all.trials, closed, orderOf: first === compared ? 'this' : 'base' }
}

/** The importer of verdicts chose their trials, so verdicts on only some of the trials are not compared. */
function partOf({ name }: ComparedEvaluation, { resolved, trials }: MethodReport): PairNote {
  return { kind: 'partly_judged', counts: { judged: resolved, trials }, why: name }
}

/** An evaluation as far as its methods go. */
interface Methodical {
  readonly id: string
  readonly methods: readonly ReportedSpec[]
}

interface ChosenMethods {
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
    throw refuseField('methods', `${evaluations.length} evaluations can be compared by at most ${most} methods`)
  }
  const keys = unique.slice(0, most).map(methodKey)
  return { keys, leftOut: all.filter((spec) => !keys.includes(methodKey(spec))).map(methodLabel) }
}

/** The method that a text names, among those of all evaluations. */
function chosen(all: readonly ReportedSpec[], text: string): ReportedSpec {
  const found = findMethod(all, text)
  if (found !== null) return found
  throw refuseField(
    'methods',
    `"${text}" matches no method, or more than one. Write one in full: ${all.map(methodLabel).join(', ')}`,
  )
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
