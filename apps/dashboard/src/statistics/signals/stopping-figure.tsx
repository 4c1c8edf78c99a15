'use client'
import type { MethodCurve } from '@cges-fleet/core'
import { ChartFigure } from '../../charts/chart-figure'
import { drawPlot } from '../../charts/draw-plot'
import { MethodLegend } from '../../families/method-legend'
import type { NamedReport } from '../../families/name-methods'
import { stoppingFinding } from './signal-findings'
import { stoppingPlot } from './signal-plots'
import { stoppingTable } from './signal-tables'

interface Props {
  /** Those that stop by a confidence. */
  readonly reports: readonly NamedReport[]
  readonly curves: readonly MethodCurve[]
}

/** Whether the guarantee held: wrong answers among the trials a γ stopped, against the 1 − γ it promises. */
export function StoppingFigure({ reports, curves }: Props) {
  if (reports.length === 0) return <p className="panel muted">No method here stops by a confidence.</p>
  const finding = (
    <>
      {stoppingFinding(reports, curves)}
      <MethodLegend reports={reports} />
    </>
  )
  return (
    <ChartFigure
      title="Effect on stopping"
      finding={finding}
      height={360}
      draw={(size) => drawPlot(stoppingPlot(reports, curves), size)}
      table={stoppingTable(reports, curves)}
    />
  )
}
