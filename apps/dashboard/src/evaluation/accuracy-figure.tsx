'use client'
import type { ShareEstimate } from '@cges-fleet/core'
import { AccuracyScatter } from '../charts/accuracy-scatter'
import { ChartFigure } from '../charts/chart-figure'
import type { NamedReport } from '../families/name-methods'
import { formatCalls } from '../format/format-calls'
import { formatInterval } from '../format/format-interval'
import { formatRange } from '../format/format-range'
import { formatShare } from '../format/format-share'
import { Missing } from '../frame/missing'
import { accuracyFinding } from './accuracy-finding'

interface Props {
  readonly reports: readonly NamedReport[]
}

/** Which method is worth its calls: accuracy against cost. */
export function AccuracyFigure({ reports }: Props) {
  return (
    <ChartFigure
      title="Accuracy against calls"
      finding={accuracyFinding(reports)}
      height={340}
      renderChart={(size) => <AccuracyScatter reports={reports} size={size} />}
      table={<AccuracyTable reports={reports} />}
    />
  )
}

const WHY = 'bounds only so far'

function figureOf(estimate: ShareEstimate | null, when: string) {
  return estimate === null ? <Missing why={WHY} /> : `${when}${formatShare(estimate.value)}`
}

function AccuracyTable({ reports }: Props) {
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Method</th>
          <th scope="col">Calls per question</th>
          <th scope="col">Accuracy</th>
          <th scope="col">{reports.some(({ interim }) => interim) ? 'Will end between' : '95% interval'}</th>
          <th scope="col">Hard bounds</th>
        </tr>
      </thead>
      <tbody>
        {reports.map(({ key, name, calls, accuracy, accuracyBounds, interim, live }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{calls === null ? <Missing why="there is no estimate yet" /> : formatCalls(calls)}</td>
            <td>{figureOf(live ?? accuracy, live === null ? '' : 'so far ')}</td>
            <td>
              {live !== null ? formatRange(live) : accuracy === null ? <Missing why={WHY} /> : formatInterval(accuracy)}
              {interim && live === null ? ' interim' : ''}
            </td>
            <td>{interim ? formatRange(accuracyBounds) : 'final'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
