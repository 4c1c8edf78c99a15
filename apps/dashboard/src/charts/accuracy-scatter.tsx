import type { MethodReport } from '@cges-fleet/core'
import { markerPath } from '../families/marker-path'
import { Axes } from './axes'
import { Labels } from './labels'
import type { Size } from './plot-area'
import { type Mark, scatterGeometry } from './scatter-geometry'

interface Props {
  readonly reports: readonly MethodReport[]
  readonly size: Size
}

/** Accuracy against calls per question, a mark a method: further left is cheaper, further up is better. */
export function AccuracyScatter({ reports, size }: Props) {
  const { area, xTicks, yTicks, marks, labels, frontierPath } = scatterGeometry(reports, size)
  const families = new Map(marks.map(({ key, family }) => [key, family]))
  return (
    <>
      <Axes
        area={area}
        xTicks={xTicks}
        yTicks={yTicks}
        xLabel="calls per question, log₂ (fewer is cheaper)"
        yLabel="accuracy, 95% interval"
      />
      {marks.length > 0 ? null : (
        <text className="empty" x={area.x + area.width / 2} y={area.y + area.height / 2} textAnchor="middle">
          nothing to place yet
        </text>
      )}
      <path className="frontier" d={frontierPath} />
      {marks.map((mark) => (
        <ScatterMark key={mark.key} mark={mark} />
      ))}
      <Labels labels={labels} familyOfKey={(key) => families.get(key) ?? 'other'} />
    </>
  )
}

function ScatterMark({ mark: { family, interim, x, y, yLow, yHigh, label } }: { readonly mark: Mark }) {
  return (
    <g className={`mark family-${family} ${interim ? 'interim' : ''}`} transform={`translate(${x.toFixed(1)},0)`}>
      <title>{label}</title>
      <path
        className="whisker"
        d={`M0,${yHigh.toFixed(1)}V${yLow.toFixed(1)}M-4,${yHigh.toFixed(1)}h8M-4,${yLow.toFixed(1)}h8`}
      />
      <path className="point" transform={`translate(0,${y.toFixed(1)})`} d={markerPath(family, 80)} />
    </g>
  )
}
