'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { ChartFigure } from '../charts/chart-figure'
import { drawThroughput } from '../charts/draw-throughput'
import { intervalSeconds } from '../charts/throughput-geometry'
import { formatCount } from '../format/format-count'
import { formatDuration } from '../format/format-duration'
import { formatInstant } from '../format/format-instant'
import { useZone } from '../frame/zone-scope'
import { throughputFinding } from './throughput-finding'

interface Props {
  readonly view: EvaluationView
}

/** How fast samples come in. */
export function ThroughputFigure({ view }: Props) {
  const zone = useZone()
  const step = intervalSeconds(view.throughput)
  const unit = step === null ? 'samples' : `samples in ${formatDuration(step)}`
  return (
    <ChartFigure
      title="Throughput"
      finding={throughputFinding(view)}
      height={220}
      draw={(size) => drawThroughput(view, unit, size, zone)}
      table={{
        columns: ['From', unit],
        rows: view.throughput.map(({ at, samples }) => [formatInstant(at, zone), formatCount(samples)]),
      }}
    />
  )
}
