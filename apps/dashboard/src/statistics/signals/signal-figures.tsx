'use client'
import type { SignalQuality } from '@cges-fleet/core'
import { ChartFigure } from '../../charts/chart-figure'
import { drawPlot } from '../../charts/draw-plot'
import type { Plot } from '../../charts/plot'
import type { TableText } from '../../format/table/table-text'
import { type Binning, binsOf } from './binning'
import { calibrationFinding, driftFinding, NOT_YET, rankingFinding } from './signal-findings'
import { driftPlot, reliabilityPlot, riskPlot, rocPlot } from './signal-plots'
import { binsTable, driftTable, sharesTable } from './signal-tables'

interface Props {
  readonly signal: string
  /** Null before it is measured. */
  readonly quality: SignalQuality | null
  readonly height: number
  readonly binning?: Binning
}

const EMPTY = { byCall: [], roc: [], riskCoverage: [] }

/** Reliability, ranking and drift of one signal, side by side; the same room before they are measured. */
export function SignalFigures({ signal, quality, height, binning = 'mass' }: Props) {
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
