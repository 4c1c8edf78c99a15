import { markerPath } from '../families/marker-path'
import type { NamedReport } from '../families/name-methods'
import { Axes } from './axes'
import { Labels } from './labels'
import type { Size } from './plot-area'
import { ScatterBands } from './scatter-bands'
import { type Mark, type Scatter, scatterGeometry } from './scatter-geometry'

interface Props {
  readonly reports: readonly NamedReport[]
  readonly size: Size
}

/** Accuracy against calls per question, a mark or a band a method: further left is cheaper, further up is better. */
export function AccuracyScatter({ reports, size }: Props) {
  const scatter = scatterGeometry(reports, size)
  const { area, xTicks, yTicks, marks, bands, labels, frontierPath } = scatter
  const families = new Map([...marks, ...bands].map(({ key, family }) => [key, family]))
  return (
    <>
      <Axes
        area={area}
        xTicks={xTicks}
        yTicks={yTicks}
        xLabel="calls per question, log₂ (fewer is cheaper)"
        yLabel={yLabelOf(scatter)}
      />
      {marks.length + bands.length > 0 ? null : (
        <text className="empty" x={area.x + area.width / 2} y={area.y + area.height / 2} textAnchor="middle">
          nothing to place yet
        </text>
      )}
      <ScatterBands bands={bands} />
      <path className="frontier" d={frontierPath} />
      {marks.map((mark) => (
        <ScatterMark key={mark.key} mark={mark} />
      ))}
      <Labels labels={labels} familyOfKey={(key) => families.get(key) ?? 'other'} />
    </>
  )
}

function yLabelOf({ marks, bands }: Scatter): string {
  if (bands.length === 0) return 'accuracy, 95% interval'
  return marks.length === 0 ? 'accuracy, hard bounds' : 'accuracy, 95% interval or hard bounds'
}

function ScatterMark({ mark: { family, interim, x, y, yLow, yHigh, name } }: { readonly mark: Mark }) {
  return (
    <g className={`mark family-${family} ${interim ? 'interim' : ''}`} transform={`translate(${x.toFixed(1)},0)`}>
      <title>{name}</title>
      <path
        className="whisker"
        d={`M0,${yHigh.toFixed(1)}V${yLow.toFixed(1)}M-4,${yHigh.toFixed(1)}h8M-4,${yLow.toFixed(1)}h8`}
      />
      <path className="point" transform={`translate(0,${y.toFixed(1)})`} d={markerPath(family, 80)} />
    </g>
  )
}
