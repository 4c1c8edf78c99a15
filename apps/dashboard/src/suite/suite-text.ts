import type { NamedComparison } from '../compare/named-comparison'
import { formatCalls } from '../format/format-calls'
import { formatCount } from '../format/format-count'
import { formatPoints, signed } from '../format/format-points'
import type { TableCell, TableText } from '../format/table/table-text'
import type { SuiteCell, SuiteRow, SuiteTable } from './suite-table-of'

/** A suite's table as the paper prints it: a column a figure for each benchmark and for the average, a row of differences under each method. */
export function suiteText({ evaluations }: NamedComparison, { rows, withheld }: SuiteTable): TableText {
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
      ...(live ? ['Interim figures are marked so: they may still move.'] : []),
    ].join(' '),
  }
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
