import type { NamedReport } from '../families/name-methods'

interface Props {
  readonly report: NamedReport
  readonly baseline: NamedReport
}

/** What a row of differences is of; alone it must say both names. */
export function DeltaHead({ report, baseline }: Props) {
  return (
    <th role="rowheader" scope="row">
      <span className="aside">
        <span className="sr-only">{report.name} </span>against {baseline.name}
      </span>
    </th>
  )
}
