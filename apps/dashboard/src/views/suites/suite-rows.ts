import type { AverageDifference, ComparisonStatistics } from '@cges-fleet/core'
import type { NamedReport } from '../../ui/methods/names'
import {
  type EarlyPair,
  earlyPairs,
  type JudgedPair,
  judgedPairs,
  type LetteredEvaluation,
  type NamedComparison,
  type NamedPair,
  tokensMore,
} from '../compare/comparison'

/** A method on one benchmark; null if the evaluation does not have the method. */
export interface SuiteCell {
  readonly report: NamedReport | null
  /** Among the most accurate, and the cheapest, of its column as it is written; only of final figures. */
  readonly isMostAccurate: boolean
  readonly isCheapest: boolean
  /** Against its own evaluation's baseline; null for the baseline, and if nothing is judged. */
  readonly delta: JudgedPair | null
  /** The same where the evaluation ended early: on the trials it closed by then. */
  readonly early: EarlyPair | null
  /** Tokens a question more than that baseline; null if either's are not known on the same trials. */
  readonly tokensDelta: number | null
}

/** The mean over columns, each weighing the same. */
interface SuiteAverage {
  readonly accuracy: number
  readonly calls: number
  /** Null if a column's tokens are not known. */
  readonly tokens: number | null
}

export interface SuiteRow {
  readonly method: NamedReport
  readonly cells: readonly SuiteCell[]
  /** Null if a column lacks a final figure, or averages are withheld. */
  readonly average: SuiteAverage | null
  readonly averageDelta: AverageDifference | null
  readonly averageTokensDelta: number | null
}

export interface ComparedSuite {
  readonly rows: readonly SuiteRow[]
  /** Why there are no averages, else null. */
  readonly withheld: string | null
}

/** A suite’s table: benchmarks, and for each pool its methods. */
export interface SuiteMatrix {
  /** The titles of the benchmarks; one that a pool ran twice is there twice. */
  readonly columns: readonly string[]
  readonly sections: readonly SuiteSection[]
}

/** The part of a suite’s table that one pool drew. */
export interface SuiteSection {
  readonly pool: string
  readonly model: string
  readonly evaluations: readonly LetteredEvaluation[]
  /** Where in `evaluations` each column is; null where this pool did not run it. */
  readonly places: readonly (number | null)[]
  readonly table: ComparedSuite
}

/** Lays out a suite: benchmarks by pools by methods, each pool’s evaluations compared within themselves. */
export function suiteMatrixOf(named: NamedComparison, statistics: ComparisonStatistics | null): SuiteMatrix {
  const pools = [...new Set(named.evaluations.map(({ evaluation }) => evaluation.pool.name))]
  const own = pools.map((pool) => named.evaluations.filter(({ evaluation }) => evaluation.pool.name === pool))
  const columns = new Map(
    named.evaluations.map((each) => {
      const of = own.find((evaluations) => evaluations.includes(each)) ?? []
      return [columnOf(each, of), each.evaluation.benchmark.title]
    }),
  )
  const sections = own.map((evaluations): SuiteSection => {
    const there = evaluations.map((each) => columnOf(each, evaluations))
    const places = [...columns.keys()].map((column) => (there.includes(column) ? there.indexOf(column) : null))
    const missing = [...columns.values()].find((_, at) => places[at] === null)
    const methods = named.methods.filter(({ key }) =>
      evaluations.some(({ reports }) => reports.some((report) => report.key === key)),
    )
    const { name: pool, model } = evaluations[0]?.evaluation.pool ?? { name: '', model: '' }
    const lacks = missing === undefined ? null : `${missing} was not run with ${model}`
    return {
      pool,
      model,
      evaluations,
      places,
      table: suiteTableOf({ ...named, evaluations, methods }, statistics, lacks),
    }
  })
  return { columns: [...columns.values()], sections }
}

/** A column by its benchmark, and by how often its pool ran that before. */
function columnOf(each: LetteredEvaluation, of: readonly LetteredEvaluation[]): string {
  const { name } = each.evaluation.benchmark
  const before = of.slice(0, of.indexOf(each)).filter(({ evaluation }) => evaluation.benchmark.name === name)
  return `${name} ${before.length}`
}

/** Lays out the evaluations of one pool: methods by benchmarks, each method’s average, and differences to the baseline of each evaluation. */
export function suiteTableOf(
  { evaluations, methods, pairs }: NamedComparison,
  statistics: ComparisonStatistics | null,
  lacks: string | null = null,
): ComparedSuite {
  const judged = judgedPairs(pairs, statistics)
  const early = earlyPairs(pairs)
  const withheld = lacks ?? whyWithheld(evaluations)
  const columns = evaluations.map(({ reports }) => reports)
  const pool = evaluations[0]?.evaluation.pool.name
  return {
    withheld,
    rows: methods.map((method) => {
      const own = columns.map((reports) => reports.find(({ key }) => key === method.key) ?? null)
      const cells = own.map((report, at): SuiteCell => {
        const id = evaluations[at]?.evaluation.id
        const isOwn = ({ pair }: NamedPair) => pair.evaluation === id && pair.method === method.key
        const delta = judged.find(isOwn) ?? null
        return {
          report,
          isMostAccurate: isFirst(report, columns[at] ?? [], accuracyText),
          isCheapest: isFirst(report, columns[at] ?? [], callsText),
          delta,
          early: early.find(isOwn) ?? null,
          tokensDelta: delta === null ? null : tokensMore(delta),
        }
      })
      const tells = withheld === null
      return {
        method,
        cells,
        average: tells ? averageOf(own) : null,
        averageDelta: tells
          ? (statistics?.averages.find((each) => each.method === method.key && each.pool === pool) ?? null)
          : null,
        averageTokensDelta: tells ? meanOf(cells.map(({ tokensDelta }) => tokensDelta)) : null,
      }
    }),
  }
}

function whyWithheld(evaluations: NamedComparison['evaluations']): string | null {
  if (evaluations.length < 2) return 'there is one column only'
  const open = evaluations.find(({ evaluation }) => evaluation.status !== 'done')
  if (open !== undefined) return `“${open.evaluation.name}” has no final figures`
  const names = evaluations.map(({ evaluation }) => evaluation.benchmark.name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return twice === undefined ? null : `${twice} is in the table twice, and would count twice`
}

/**
 * Returns whether no method has a better figure, as formatted: two that read the same are equal, and one of which trials
 * failed is never best. Higher is better;
 * calls are passed as negatives.
 */
function isFirst(
  report: NamedReport | null,
  among: readonly NamedReport[],
  read: (report: NamedReport) => number | null,
): boolean {
  const values = among.filter(({ interim }) => !interim).map(read)
  const own = report === null || report.interim ? null : read(report)
  return own !== null && report?.blocked === 0 && values.every((value) => value === null || value <= own)
}

function accuracyText({ accuracy }: NamedReport): number | null {
  // Where nobody is right there is no best.
  return accuracy === null || accuracy.value === 0 ? null : Math.round(accuracy.value * 1000)
}

function callsText({ calls }: NamedReport): number | null {
  return calls === null ? null : -Math.round(calls * 100)
}

function averageOf(own: readonly (NamedReport | null)[]): SuiteAverage | null {
  const known = own.flatMap((report) =>
    report === null || report.interim || report.accuracy === null || report.calls === null
      ? []
      : [{ accuracy: report.accuracy.value, calls: report.calls, tokens: report.tokens }],
  )
  if (known.length < own.length) return null
  const accuracy = meanOf(known.map((each) => each.accuracy))
  const calls = meanOf(known.map((each) => each.calls))
  return accuracy === null || calls === null
    ? null
    : { accuracy, calls, tokens: meanOf(known.map(({ tokens }) => tokens)) }
}

/** Null if one is not known. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0 || known.length < values.length) return null
  return known.reduce((sum, each) => sum + each, 0) / known.length
}

/** Whether a row of differences stands under a method. */
export function hasDeltas(cells: readonly SuiteCell[]): boolean {
  return cells.some(({ delta, early }) => delta !== null || early !== null)
}
