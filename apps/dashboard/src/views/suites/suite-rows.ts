import { liveTag } from '@cges-fleet/core/live-words'
import { failedOf } from '@cges-fleet/core/status-words'
import type { AverageDifference, ComparisonStatistics } from '@cges-fleet/core'
import { formatCalls, formatCount, formatPoints, signed } from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import type { TableCell, TableText } from '../../ui/table/table-text'
import {
  type JudgedPair,
  judgedPairs,
  type LetteredEvaluation,
  type NamedComparison,
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
  const withheld = lacks ?? whyWithheld(evaluations)
  const columns = evaluations.map(({ reports }) => reports)
  const pool = evaluations[0]?.evaluation.pool.name
  return {
    withheld,
    rows: methods.map((method) => {
      const own = columns.map((reports) => reports.find(({ key }) => key === method.key) ?? null)
      const cells = own.map((report, at): SuiteCell => {
        const id = evaluations[at]?.evaluation.id
        const delta = judged.find(({ pair }) => pair.evaluation === id && pair.method === method.key) ?? null
        return {
          report,
          isMostAccurate: isFirst(report, columns[at] ?? [], accuracyText),
          isCheapest: isFirst(report, columns[at] ?? [], callsText),
          delta,
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

/**
 * A suite's table as the paper prints it: a column a figure for each benchmark and for the average, a row of differences
 * under each method; of several models, each row names its own.
 */
export function suiteText({ evaluations }: NamedComparison, { columns, sections }: SuiteMatrix): TableText {
  const hasTokens = evaluations.some(({ reports }) => reports.some(({ tokens }) => tokens !== null))
  const figures = ['Acc (%)', '#Calls', ...(hasTokens ? ['#Tokens'] : [])]
  const names = [...columns, 'Avg'].flatMap((name) => figures.map((figure) => `${name} ${figure}`))
  const open = evaluations.flatMap(({ reports }) => reports.filter(({ interim }) => interim))
  const isOne = sections.length === 1
  const withheld = new Set(sections.flatMap(({ table }) => table.withheld ?? []))
  return {
    columns: [...(isOne ? [] : ['Model']), 'Method', ...unique(names)],
    rows: sections.flatMap((section) =>
      section.table.rows.flatMap((row) =>
        rowsOf(
          { ...row, cells: section.places.map((place) => (place === null ? NOT_RUN : (row.cells[place] ?? NOT_RUN))) },
          hasTokens,
        ).map((cells) => (isOne ? cells : [section.model, ...cells])),
      ),
    ),
    note: [
      'Bold: best of its column. Δ: difference to the baseline of the same evaluation, in points, calls and tokens.',
      ...[...withheld].map((why) => `No average: ${why}.`),
      ...failedIn(evaluations),
      ...(open.every(isDecided) ? [] : ['Interim figures are marked so: they may still move.']),
      ...(open.some(isDecided) ? ['Figures marked decided are estimates for all questions.'] : []),
    ].join(' '),
  }
}

function isDecided({ live }: NamedReport): boolean {
  return live?.decided === true
}

/** A benchmark that a pool did not run. */
const NOT_RUN: SuiteCell = { report: null, isMostAccurate: false, isCheapest: false, delta: null, tokensDelta: null }

function failedIn(evaluations: NamedComparison['evaluations']): string[] {
  return evaluations.flatMap(({ evaluation }) => {
    const failed = failedOf(evaluation)
    return failed === null ? [] : [`Incomplete: ${evaluation.benchmark.title}, ${failed}; no figure includes them.`]
  })
}

/** Columns of two evaluations of one benchmark are numbered. */
function unique(columns: readonly string[]): string[] {
  return columns.map((name, at) => {
    const before = columns.slice(0, at).filter((each) => each === name).length
    return before === 0 ? name : `${name} (${before + 1})`
  })
}

function rowsOf({ method, cells, average, ...of }: SuiteRow, hasTokens: boolean): TableCell[][] {
  const withTokens = (cell: readonly TableCell[], tokens: TableCell) => (hasTokens ? [...cell, tokens] : cell)
  const own = [
    method.name,
    ...cells.flatMap((cell) => withTokens(figures(cell), tokensText(cell.report?.tokens))),
    ...withTokens(
      average === null ? ['—', '—'] : [percent(average.accuracy), formatCalls(average.calls)],
      tokensText(average?.tokens),
    ),
  ]
  if (cells.every(({ delta }) => delta === null)) return [own]
  const deltas = [
    `Δ ${method.name}`,
    ...cells.flatMap(({ delta, tokensDelta }) =>
      withTokens(
        delta === null ? ['', ''] : [formatPoints(delta.counts.accuracy), signed(formatCalls(delta.counts.calls))],
        moreTokens(tokensDelta),
      ),
    ),
    ...withTokens(
      of.averageDelta === null
        ? ['', '']
        : [formatPoints(of.averageDelta.accuracy.value), signed(formatCalls(of.averageDelta.calls.value))],
      moreTokens(of.averageTokensDelta),
    ),
  ]
  return [own, deltas]
}

function tokensText(tokens: number | null | undefined): string {
  return tokens === null || tokens === undefined ? '—' : formatCount(Math.round(tokens))
}

function moreTokens(tokens: number | null): string {
  return tokens === null ? '' : signed(formatCount(Math.round(tokens)))
}

function figures({ report, isMostAccurate, isCheapest }: SuiteCell): TableCell[] {
  if (report === null) return ['n/a', 'n/a']
  const { accuracy, calls, live, interim } = report
  if (interim)
    return [
      live === null ? '—' : `${liveTag(live)} ${percent(live.value)}`,
      calls === null ? '—' : `about ${formatCalls(calls)}`,
    ]
  return [
    { text: accuracy === null ? '—' : percent(accuracy.value), strong: isMostAccurate },
    { text: calls === null ? '—' : formatCalls(calls), strong: isCheapest },
  ]
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}
