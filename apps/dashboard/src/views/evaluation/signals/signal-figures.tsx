'use client'

import type { MethodCurve, SignalQuality } from '@cges-fleet/core'
import { type Binning, binsOf } from './signals'
import {
  binsTable,
  calibrationFinding,
  driftFinding,
  driftTable,
  NOT_YET,
  rankingFinding,
  sharesTable,
  stoppingFinding,
  stoppingTable,
} from './signal-tables'
import { driftPlot, reliabilityPlot, riskPlot, rocPlot, stoppingPlot } from './signal-plots'
import { ChartFigure } from '../../../ui/charts/chart-figure'
import { drawPlot, type Plot } from '../../../ui/charts/draw-plot'
import { MethodLegend } from '../../../ui/methods/marker'
import type { NamedReport } from '../../../ui/methods/names'
import type { TableText } from '../../../ui/table/table-text'

interface Props {
  readonly signal: string
  /** Null before it is measured. */
  readonly quality: SignalQuality | null
  readonly height: number
  readonly binning?: Binning
}

const EMPTY = { byCall: [], roc: [], riskCoverage: [] }

/** Reliability, ranking and drift of one signal, side by side; the same room before they are measured. */
export function SignalCharts({ signal, quality, height, binning = 'mass' }: Props) {
  const bins = binsOf(quality, binning)
  const { byCall, roc } = quality ?? EMPTY
  const finding = (write: (known: SignalQuality) => string) => (quality === null ? NOT_YET : write(quality))
  const part = (title: string, plot: Plot, rest: { readonly finding: string; readonly table: TableText }) => (
    <ChartFigure
      key={title}
      title={`${title}: ${signal}`}
      height={height}
      draw={(size) => drawPlot(plot, size)}
      isPart
      {...rest}
    />
  )
  return (
    <div className="signal-figures" data-signal={signal}>
      {part('Reliability', reliabilityPlot(bins), {
        finding: finding((known) => calibrationFinding(known, bins)),
        table: binsTable(bins),
      })}
      {part('ROC', rocPlot(quality), {
        finding: finding(rankingFinding),
        table: sharesTable(['Wrong kept', 'Right kept'], roc),
      })}
      {part('Drift by call', driftPlot(quality), { finding: finding(driftFinding), table: driftTable({ byCall }) })}
    </div>
  )
}

/** How wrong answers become rarer as only the most confident are kept. */
export function RiskFigure({ signal, quality, height }: Omit<Props, 'binning'>) {
  const finding =
    quality === null ? NOT_YET : 'The further the line lies below the dashed one, the more sure means right.'
  return (
    <ChartFigure
      title={`Risk by coverage: ${signal}`}
      finding={finding}
      height={height}
      draw={(size) => drawPlot(riskPlot(quality), size)}
      table={sharesTable(['Kept', 'Wrong'], quality?.riskCoverage ?? [])}
      isPart
    />
  )
}

interface StoppingFigureProps {
  /** Those that stop by a confidence. */
  readonly reports: readonly NamedReport[]
  readonly curves: readonly MethodCurve[]
}

/** Whether the guarantee held: wrong answers among the trials a γ stopped, against the 1 − γ it promises. */
export function StoppingFigure({ reports, curves }: StoppingFigureProps) {
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
