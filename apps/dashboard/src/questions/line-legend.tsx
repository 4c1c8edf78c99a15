import { markerPath } from '../families/marker-path'
import { DASHES, type StyledLine } from './path-chart'

interface Props {
  readonly lines: readonly StyledLine[]
  readonly nameOf: (key: string) => string
}

/** Which line is whose: its hue, its dashes and its marker beside the name. */
export function LineLegend({ lines, nameOf }: Props) {
  return (
    <ul className="line-legend">
      {lines.map(({ key, family, variant }) => (
        <li key={key} className={`family-${family}`}>
          <svg className="line-swatch" viewBox="0 0 34 12" aria-hidden="true">
            <path className="curve" d="M0,6H34" strokeDasharray={DASHES[variant % DASHES.length]} />
            <path className="stop" d={markerPath(family, 44)} transform="translate(17,6)" />
          </svg>{' '}
          {nameOf(key)}
        </li>
      ))}
    </ul>
  )
}
