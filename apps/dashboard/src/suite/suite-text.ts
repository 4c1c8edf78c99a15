import type { NamedComparison } from '../compare/named-comparison'
import { formatCalls } from '../format/format-calls'
import { formatPoints, signed } from '../format/format-points'
import type { TableCell, TableText } from '../format/table/table-text'
import type { SuiteCell, SuiteRow, SuiteTable } from './suite-table-of'

/** A suite's table as the paper prints it: two columns a benchmark and two for the average, a row of differences under each method. */
export function suiteText({ evaluations }: NamedComparison, { rows, withheld }: SuiteTable): TableText {
  const names = evaluations.map(({ evaluation }) => evaluation.benchmark.title)
  const columns = [...names, 'Avg'].flatMap((name) => [`${name} Acc (%)`, `${name} #Calls`])
  const live = evaluations.some(({ reports }) => reports.some(({ interim }) => interim))
  return {
    columns: ['Method', ...unique(columns)],
    rows: rows.flatMap(rowsOf),
    note: [
      'Bold: best of its column. Δ: difference to the baseline of the same evaluation, in points and calls.',
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

function rowsOf({ method, cells, average, averageDelta }: SuiteRow): TableCell[][] {
  const own = [
    method.name,
    ...cells.flatMap(figures),
    average === null ? '—' : percent(average.accuracy),
    average === null ? '—' : formatCalls(average.calls),
  ]
  if (cells.every(({ delta }) => delta === null)) return [own]
  const deltas = [
    `Δ ${method.name}`,
    ...cells.flatMap(({ delta }) =>
      delta === null ? ['', ''] : [formatPoints(delta.counts.accuracy), signed(formatCalls(delta.counts.calls))],
    ),
    averageDelta === null ? '' : formatPoints(averageDelta.accuracy.value),
    averageDelta === null ? '' : signed(formatCalls(averageDelta.calls.value)),
  ]
  return [own, deltas]
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
