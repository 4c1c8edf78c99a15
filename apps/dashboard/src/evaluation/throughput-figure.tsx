'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { ChartFigure } from '../charts/chart-figure'
import { ThroughputBars } from '../charts/throughput-bars'
import { intervalSeconds } from '../charts/throughput-geometry'
import { formatCount } from '../format/format-count'
import { formatDuration } from '../format/format-duration'
import { formatInstant } from '../format/format-instant'
import { throughputFinding } from './throughput-finding'

interface Props {
  readonly view: EvaluationView
}

/** How fast samples come in. */
export function ThroughputFigure({ view }: Props) {
  const step = intervalSeconds(view.throughput)
  const unit = step === null ? 'samples' : `samples in ${formatDuration(step)}`
  return (
    <ChartFigure
      title="Throughput"
      finding={throughputFinding(view)}
      height={220}
      renderChart={(size) => <ThroughputBars view={view} unit={unit} size={size} />}
      table={<ThroughputTable view={view} unit={unit} />}
    />
  )
}

function ThroughputTable({ view, unit }: Props & { readonly unit: string }) {
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">{unit}</th>
        </tr>
      </thead>
      <tbody>
        {view.throughput.map(({ at, samples }) => (
          <tr key={at}>
            <th scope="row">{formatInstant(at)}</th>
            <td>{formatCount(samples)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
