'use client'
import { ChartFigure } from '../charts/chart-figure'
import { UnresolvedCurves } from '../charts/unresolved-curves'
import { largestBudget } from '../charts/unresolved-geometry'
import type { NamedReport } from '../families/name-methods'
import { formatShare } from '../format/format-share'
import { unresolvedFinding } from './unresolved-finding'

interface Props {
  readonly reports: readonly NamedReport[]
}

/** How soon each method is done with a question. */
export function UnresolvedFigure({ reports }: Props) {
  return (
    <ChartFigure
      title="Trials unresolved after each call"
      finding={unresolvedFinding(reports)}
      height={340}
      renderChart={(size) => <UnresolvedCurves reports={reports} size={size} />}
      table={<UnresolvedTable reports={reports} />}
    />
  )
}

function UnresolvedTable({ reports }: Props) {
  const calls = Array.from({ length: largestBudget(reports) + 1 }, (_, count) => count)
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Calls</th>
          {reports.map(({ key, name }) => (
            <th scope="col" key={key}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {calls.map((count) => (
          <tr key={count}>
            <th scope="row">{count}</th>
            {reports.map(({ key, unresolvedAfter }) => {
              const share = unresolvedAfter[count]
              return <td key={key}>{share === undefined ? '' : formatShare(share)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
