import { Marker } from '../families/marker'
import type { StyledLine } from './draw-paths'

interface Props {
  readonly lines: readonly StyledLine[]
}

/** Shows each line's hue, dashes and marker beside its name. */
export function LineLegend({ lines }: Props) {
  return (
    <ul className="line-legend">
      {lines.map(({ key, name, identity }) => (
        <li key={key}>
          <Marker identity={identity} withLine /> {name}
        </li>
      ))}
    </ul>
  )
}
