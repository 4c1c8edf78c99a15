import { Marker } from './marker'
import type { NamedReport } from './name-methods'

interface Props {
  readonly reports: readonly NamedReport[]
}

/** Shows which of a chart's lines is which method's, if they lie too close to be labelled. */
export function MethodLegend({ reports }: Props) {
  return (
    <span className="legend">
      {reports.map(({ key, name, identity }) => (
        <span key={key}>
          <Marker identity={identity} withLine /> {name}
        </span>
      ))}
    </span>
  )
}
