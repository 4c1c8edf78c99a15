'use client'
import type { ComparisonStatistics } from '@cges-fleet/core'
import { ChartFigure } from '../charts/chart-figure'
import { drawForest, forestHeight } from '../charts/draw-forest'
import { formatCalls } from '../format/format-calls'
import { formatPoints, formatPointsInterval, signed } from '../format/format-points'
import type { SuiteTable } from './suite-table-of'

interface Props {
  readonly table: SuiteTable
  readonly statistics: ComparisonStatistics
}

/** Each method's average difference over the suite's benchmarks, with its stratified interval. */
export function AverageFigure({ table: { rows }, statistics: { margin, resamples } }: Props) {
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
      title="Average difference over benchmarks"
      finding={`Each benchmark weighs the same; questions are paired and drawn again within each benchmark (${resamples.toLocaleString('en')} times). An average is not judged: what holds on one benchmark need not on another.`}
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
