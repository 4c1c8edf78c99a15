'use client'

import type { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { pairNoteWords } from '@cges-fleet/core/comparison-words'
import { useMemo } from 'react'
import type { ComparedQuery } from '../../addresses/comparisons'
import { ChartFigure } from '../../ui/charts/chart-figure'
import { drawForest, forestHeight } from '../../ui/charts/draw-forest'
import { formatCalls, formatPoints, formatPointsInterval, signed } from '../../ui/format/numbers'
import { ExternalNote } from '../../ui/methods/marker'
import { CopyTable } from '../../ui/table/copy-table'
import { nameComparison, type NamedComparison } from '../compare/comparison'
import { IntervalsUnread } from '../compare/intervals-unread'
import { useJudgements } from '../compare/use-judgements'
import { type SuiteMatrix, suiteMatrixOf, type SuiteSection } from './suite-rows'
import { suiteText } from './suite-text'
import { SuiteTable } from './suite-table'

interface Props {
  readonly title: string
  readonly comparison: Comparison
  readonly statistics: ComparisonStatistics | null
  readonly query: ComparedQuery
}

/** A suite's table with a button to copy it, and a chart of its average differences. */
export function SuiteFigures({ title, comparison, statistics: initial, query }: Props) {
  const named = useMemo(() => nameComparison(comparison), [comparison])
  const { statistics, problem, again } = useJudgements(query, initial)
  const matrix = suiteMatrixOf(named, statistics)
  return (
    <>
      <section className="panel" aria-labelledby="suite-title">
        <div className="panel-head">
          <h2 id="suite-title">
            {matrix.sections.length > 1 ? 'Models and methods by benchmarks' : 'Methods by benchmarks'}
          </h2>
          <CopyTable title={title} read={() => suiteText(named, matrix)} />
        </div>
        <SuiteTable matrix={matrix} isAwaited={statistics === null && problem === null} />
        <SuiteFootnote sections={matrix.sections} methods={named.methods} />
        {whyNotCompared(named).map((why) => (
          <p key={why} className="note-warning">
            ⚠ {why}
          </p>
        ))}
        {problem === null ? null : (
          <p>
            <IntervalsUnread problem={problem} again={again} />
          </p>
        )}
      </section>
      {statistics === null ? null : <AverageFigures matrix={matrix} statistics={statistics} />}
    </>
  )
}

interface FootnoteProps {
  readonly sections: readonly SuiteSection[]
  readonly methods: NamedComparison['methods']
}

/** How the table is read, and why there is no average where there is none. */
function SuiteFootnote({ sections, methods }: FootnoteProps) {
  const withheld = [...new Set(sections.flatMap(({ table }) => table.withheld ?? []))]
  return (
    <p className="footnote">
      Accuracy with its 95% interval, calls and tokens per question. Bold: the best of its column. The Δ rows show
      whether a difference is more than chance: paired by question, p adjusted for all of them (Holm).
      {withheld.length === 0 ? '' : ` There is no average: ${withheld.join('; ')}.`}
      <ExternalNote reports={methods} />
    </p>
  )
}

interface AverageFiguresProps {
  readonly matrix: SuiteMatrix
  readonly statistics: ComparisonStatistics
}

/** A chart for each model that has averages. */
function AverageFigures({ matrix: { sections }, statistics }: AverageFiguresProps) {
  return sections.map((section) => (
    <AverageFigure key={section.pool} section={section} isOne={sections.length === 1} statistics={statistics} />
  ))
}

interface AverageFigureProps {
  readonly section: SuiteSection
  readonly isOne: boolean
  readonly statistics: ComparisonStatistics
}

/** Each method's average difference over the suite's benchmarks, with its stratified interval. */
function AverageFigure({ section, isOne, statistics: { margin, resamples } }: AverageFigureProps) {
  const { rows } = section.table
  const found = rows.flatMap(({ method, averageDelta }) => (averageDelta === null ? [] : [{ ...averageDelta, method }]))
  if (found.length === 0) return null
  const forest = found.map(({ method, accuracy }) => ({
    key: method.key,
    name: method.name,
    identity: method.identity,
    isPaired: true,
    ...accuracy,
    text: `Δ ${formatPoints(accuracy.value)} ${formatPointsInterval(accuracy)} points on average`,
  }))
  return (
    <ChartFigure
      title={isOne ? 'Average difference over benchmarks' : `${section.model}: average difference over benchmarks`}
      finding={`Each benchmark weighs the same. Intervals: ${resamples.toLocaleString('en')} resamples of paired questions within each benchmark. Averages are not judged, because benchmarks may differ.`}
      height={forestHeight(forest.length)}
      draw={(size) => drawForest({ rows: forest, margin }, size)}
      table={{
        columns: ['Method', 'Benchmarks', 'Δ accuracy, points', '95% interval', 'Δ calls', '95% interval of Δ calls'],
        rows: found.map(({ method, evaluations, accuracy, calls }) => [
          method.name,
          `${evaluations}`,
          formatPoints(accuracy.value),
          formatPointsInterval(accuracy),
          signed(formatCalls(calls.value)),
          `[${signed(formatCalls(calls.low))}, ${signed(formatCalls(calls.high))}]`,
        ]),
      }}
    />
  )
}

/** Names the benchmarks for which the table has no differences, and why. */
export function whyNotCompared({ evaluations, pairs }: NamedComparison): string[] {
  return evaluations.flatMap(({ evaluation: { id, benchmark } }) => {
    const whys = pairs.flatMap(({ pair }) =>
      pair.evaluation === id && pair.paired === null && pair.note !== null ? [pairNoteWords(pair.note)] : [],
    )
    return [...new Set(whys)].map((why) => `No difference is shown for ${benchmark.title}: ${why}.`)
  })
}
