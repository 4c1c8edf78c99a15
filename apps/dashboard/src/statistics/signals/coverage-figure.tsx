'use client'
import type { CoverageCurve } from '@cges-fleet/core'
import { ChartFigure } from '../../charts/chart-figure'
import { drawPlot } from '../../charts/draw-plot'
import { MethodLegend } from '../../families/method-legend'
import type { NamedReport } from '../../families/name-methods'
import { coverageFinding, coveragePlot, coverageTable } from './coverage-plot'

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
