import { counted } from '@cges-fleet/core/counted'
import type { EvaluationView } from '@cges-fleet/core'
import { formatInstant } from '../format/format-instant'
import { Axes } from './axes'
import type { Drawing } from './drawing'
import type { Size } from './plot-area'
import { throughputGeometry } from './throughput-geometry'

/** Draws the samples read per interval since the evaluation began; `unit` names the interval. */
export function drawThroughput(view: EvaluationView, unit: string, size: Size, zone: string): Drawing {
  const { area, bars, xTicks, yTicks } = throughputGeometry(view, size)
  return {
    points: bars.map(({ at, samples, x, y, width }) => ({
      series: 'samples',
      x: x + width / 2,
      y,
      text: `${formatInstant(at, zone)}: ${counted(samples, 'sample')}`,
    })),
    content: (
      <>
        <Axes area={area} xTicks={xTicks} yTicks={yTicks} xLabel="time since it was created" yLabel={unit} />
        {bars.map(({ at, x, y, width, height }) => (
          <rect key={at} className="throughput" x={x} y={y} width={width} height={height} />
        ))}
      </>
    ),
  }
}
