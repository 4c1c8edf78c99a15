'use client'

import type { CoverageCurve } from '@cges-fleet/core'
import { ChartFigure } from '../../../ui/charts/chart-figure'
import { drawPlot, type Plot } from '../../../ui/charts/draw-plot'
import { formatInterval, formatShare } from '../../../ui/format/numbers'
import { MethodLegend } from '../../../ui/methods/marker'
import type { NamedReport } from '../../../ui/methods/names'
import type { TableText } from '../../../ui/table/table-text'

interface Props {
  readonly reports: readonly NamedReport[]
  readonly curves: readonly CoverageCurve[]
}

/** The effect of abstaining: accuracy of the remaining answers as the least confident are withheld. */
export function CoverageFigure({ reports, curves }: Props) {
  const drawn = reports.filter(({ key }) => curves.some((curve) => curve.key === key))
  const finding = (
    <>
      {coverageFinding(reports, curves)}
      <MethodLegend reports={drawn} />
    </>
  )
  return (
    <ChartFigure
      title="Accuracy against coverage"
      finding={finding}
      height={320}
      draw={(size) => drawPlot(coveragePlot(reports, curves), size)}
      table={coverageTable(reports, curves)}
    />
  )
}

/** Each method's share of answers left and their accuracy, as ever more of the least confident are withheld. */
function coveragePlot(reports: readonly NamedReport[], curves: readonly CoverageCurve[]): Plot {
  const series = shown(reports, curves).map(({ report: { key, name, identity }, curve }) => ({
    key,
    name,
    look: identity,
    line: 'straight' as const,
    dots: false,
    points: curve.points
      .map(({ from, coverage, accuracy }) => ({
        x: coverage,
        y: accuracy,
        text: `${name}, answers with a score of ${from.toFixed(4)} or more: ${formatShare(accuracy)} of them right, ${formatShare(coverage)} of questions answered`,
      }))
      .toSorted((a, b) => a.x - b.x),
  }))
  const least = Math.min(1, ...series.flatMap(({ points }) => points.map(({ y }) => y)))
  return {
    x: { label: 'share of questions answered', domain: [0, 1], scale: 'linear', format: inPercent },
    y: { label: 'right among them', domain: [Math.max(0, least - 0.05), 1], scale: 'linear', format: inPercent },
    series,
  }
}

function inPercent(share: number): string {
  return `${Number((100 * share).toFixed(1))}%`
}

/** The same as a table: the mean over all coverages, which no score is chosen for, and four coverages. */
function coverageTable(reports: readonly NamedReport[], curves: readonly CoverageCurve[]): TableText {
  const shares = [1, 0.9, 0.8, 0.5]
  return {
    columns: ['Method', 'Mean over all coverages', ...shares.map((share) => `Answering ${formatShare(share)}`)],
    rows: shown(reports, curves).map(({ report, curve }) => [
      report.name,
      curve.area === null ? '—' : `${formatShare(curve.area.value)} ${formatInterval(curve.area)}`,
      ...shares.map((share) => {
        const point = curve.points.find(({ coverage }) => coverage <= share + 1e-9)
        return point === undefined ? '—' : `${formatShare(point.accuracy)} of ${formatShare(point.coverage)}`
      }),
    ]),
    note: 'Answers with equal scores are withheld together. Scores are chosen and judged on the same labels.',
  }
}

/** Names the method whose scores tell best which answers to withhold. */
function coverageFinding(reports: readonly NamedReport[], curves: readonly CoverageCurve[]): string {
  const found = shown(reports, curves).flatMap(({ report, curve }) => {
    const all = curve.points[0]
    return curve.area === null || all === undefined
      ? []
      : [{ name: report.name, area: curve.area, gain: curve.area.value - all.accuracy }]
  })
  const best = found.toSorted((a, b) => b.gain - a.gain)[0]
  if (best === undefined) return 'No method here scores its answers.'
  const howToRead =
    'From right to left, a method withholds more of its least certain answers. If its line rises, its scores separate right answers from wrong ones.'
  return `${howToRead} Withholding gains most with ${best.name}: ${formatShare(best.area.value)} ${formatInterval(best.area)} right on average over all coverages. Scores are judged on the labels they are chosen by, which flatters all methods alike.`
}

function shown(reports: readonly NamedReport[], curves: readonly CoverageCurve[]) {
  return reports.flatMap((report) => {
    const curve = curves.find(({ key }) => key === report.key)
    return curve === undefined ? [] : [{ report, curve }]
  })
}
