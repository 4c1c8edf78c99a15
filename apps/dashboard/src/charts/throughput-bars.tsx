import type { EvaluationView } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'
import { formatInstant } from '../format/format-instant'
import { Axes } from './axes'
import type { Size } from './plot-area'
import { throughputGeometry } from './throughput-geometry'

interface Props {
  readonly view: EvaluationView
  readonly unit: string
  readonly size: Size
}

/** Samples read per interval since the evaluation began. */
export function ThroughputBars({ view, unit, size }: Props) {
  const { area, bars, xTicks, yTicks } = throughputGeometry(view, size)
  return (
    <>
      <Axes area={area} xTicks={xTicks} yTicks={yTicks} xLabel="time since it was created" yLabel={unit} />
      {bars.map(({ at, samples, x, y, width, height }) => (
        <rect key={at} className="throughput" x={x} y={y} width={width} height={height}>
          <title>{`${formatInstant(at)}: ${formatCount(samples)} samples`}</title>
        </rect>
      ))}
    </>
  )
}
