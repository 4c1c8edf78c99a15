import { Marker } from '../families/marker'
import type { StyledLine } from './draw-paths'

interface Props {
  readonly lines: readonly StyledLine[]
}

/** Which line is whose: its hue, its dashes and its marker beside the name. */
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
