import type { NamedReport } from '../families/name-methods'

interface Props {
  readonly report: NamedReport
  readonly baseline: NamedReport
}

/** The heading of a row of differences; by itself it must name both methods. */
export function DeltaHead({ report, baseline }: Props) {
  return (
    <th role="rowheader" scope="row">
      <span className="aside">
        <span className="sr-only">{report.name} </span>against {baseline.name}
      </span>
    </th>
  )
}
