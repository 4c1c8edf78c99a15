import { liveTag } from '@cges-fleet/core/live-words'
import { failedOf } from '@cges-fleet/core/status-words'
import { formatCalls, formatCount, formatPoints, signed } from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import type { TableCell, TableText } from '../../ui/table/table-text'
import type { NamedComparison } from '../compare/comparison'
import { hasDeltas, type SuiteCell, type SuiteMatrix, type SuiteRow } from './suite-rows'

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
const NOT_RUN: SuiteCell = {
  report: null,
  isMostAccurate: false,
  isCheapest: false,
  delta: null,
  early: null,
  tokensDelta: null,
}

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
  if (!hasDeltas(cells)) return [own]
  const deltas = [
    `Δ ${method.name}`,
    ...cells.flatMap((cell) => withTokens(deltaTexts(cell), moreTokens(cell.tokensDelta))),
    ...withTokens(
      of.averageDelta === null
        ? ['', '']
        : [formatPoints(of.averageDelta.accuracy.value), signed(formatCalls(of.averageDelta.calls.value))],
      moreTokens(of.averageTokensDelta),
    ),
  ]
  return [own, deltas]
}

function deltaTexts({ delta, early }: SuiteCell): TableCell[] {
  if (delta !== null) return [formatPoints(delta.counts.accuracy), signed(formatCalls(delta.counts.calls))]
  if (early === null) return ['', '']
  return [`decided ${formatPoints(early.early.accuracy.value)}`, signed(formatCalls(early.early.calls))]
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
