import type { Identity } from './identity'
import { markerPath, signPath } from './marker-path'

interface Props {
  readonly identity: Identity
  /** About half its width, in pixels. */
  readonly radius: number
  readonly hollow: boolean
}

/** A method's marker, around the origin of the drawing it is in; hollow until its figures are final. */
export function Glyph({ identity: { hue, shape, sign, shade }, radius, hollow }: Props) {
  return (
    <g className={`glyph hue-${hue} shade-${shade} ${hollow ? 'hollow' : ''}`}>
      <path className="outline" d={markerPath(shape, radius)} />
      {sign === 0 ? null : <path className="sign" d={signPath(sign, radius)} />}
    </g>
  )
}
