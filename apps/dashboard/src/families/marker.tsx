import type { Family } from './family'
import { markerPath } from './marker-path'

interface Props {
  readonly family: Family
  readonly hollow?: boolean
}

/** A family's marker beside a name, the same as in the charts. */
export function Marker({ family, hollow = false }: Props) {
  return (
    <svg className={`marker family-${family} ${hollow ? 'hollow' : ''}`} viewBox="-7 -7 14 14" aria-hidden="true">
      <path d={markerPath(family, 62)} />
    </svg>
  )
}
