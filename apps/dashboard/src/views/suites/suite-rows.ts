import { failedOf } from '@cges-fleet/core/status-words'
import type { AverageDifference, ComparisonStatistics } from '@cges-fleet/core'
import { formatCalls, formatCount, formatPoints, signed } from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import type { TableCell, TableText } from '../../ui/table/table-text'
import { type JudgedPair, judgedPairs, type NamedComparison, tokensMore } from '../compare/comparison'

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

/** Lays out a suite: methods by benchmarks, each method’s average, and differences to the baseline of each evaluation. */
export function suiteTableOf(
  { evaluations, methods, pairs }: NamedComparison,
  statistics: ComparisonStatistics | null,
): ComparedSuite {
  const judged = judgedPairs(pairs, statistics)
  const withheld = whyWithheld(evaluations)
  const columns = evaluations.map(({ reports }) => reports)
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
        averageDelta: tells ? (statistics?.averages.find((each) => each.method === method.key) ?? null) : null,
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
  return accuracy === null ? null : Math.round(accuracy.value * 1000)
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

/** A suite's table as the paper prints it: a column a figure for each benchmark and for the average, a row of differences under each method. */
export function suiteText({ evaluations }: NamedComparison, { rows, withheld }: ComparedSuite): TableText {
  const names = evaluations.map(({ evaluation }) => evaluation.benchmark.title)
  const hasTokens = evaluations.some(({ reports }) => reports.some(({ tokens }) => tokens !== null))
  const figures = ['Acc (%)', '#Calls', ...(hasTokens ? ['#Tokens'] : [])]
  const columns = [...names, 'Avg'].flatMap((name) => figures.map((figure) => `${name} ${figure}`))
  const live = evaluations.some(({ reports }) => reports.some(({ interim }) => interim))
  return {
    columns: ['Method', ...unique(columns)],
    rows: rows.flatMap((row) => rowsOf(row, hasTokens)),
    note: [
      'Bold: best of its column. Δ: difference to the baseline of the same evaluation, in points, calls and tokens.',
      ...(withheld === null ? [] : [`No average: ${withheld}.`]),
      ...failedIn(evaluations),
      ...(live ? ['Interim figures are marked so: they may still move.'] : []),
    ].join(' '),
  }
}

function failedIn(evaluations: NamedComparison['evaluations']): string[] {
  return evaluations.flatMap(({ evaluation }) => {
    const failed = failedOf(evaluation)
    return failed === null ? [] : [`Incomplete: of ${evaluation.benchmark.title} ${failed}, which count in no figure.`]
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
    return [live === null ? '—' : `so far ${percent(live.value)}`, calls === null ? '—' : `about ${formatCalls(calls)}`]
  return [
    { text: accuracy === null ? '—' : percent(accuracy.value), strong: isMostAccurate },
    { text: calls === null ? '—' : formatCalls(calls), strong: isCheapest },
  ]
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}
