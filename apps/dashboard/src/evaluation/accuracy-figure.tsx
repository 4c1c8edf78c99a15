'use client'
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

function AccuracyTable({ reports }: Props) {
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Method</th>
          <th scope="col">Calls per question</th>
          <th scope="col">Accuracy</th>
          <th scope="col">95% interval</th>
          <th scope="col">Hard bounds</th>
        </tr>
      </thead>
      <tbody>
        {reports.map(({ key, name, calls, accuracy, accuracyBounds, interim }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{calls === null ? <Missing why="there is no estimate yet" /> : formatCalls(calls)}</td>
            <td>{accuracy === null ? <Missing why="bounds only so far" /> : formatShare(accuracy.value)}</td>
            <td>
              {accuracy === null ? <Missing why="bounds only so far" /> : formatInterval(accuracy)}
              {interim ? ' interim' : ''}
            </td>
            <td>{interim ? formatRange(accuracyBounds) : 'final'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
