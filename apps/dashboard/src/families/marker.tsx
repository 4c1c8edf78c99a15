import { Glyph } from './glyph'
import type { Identity } from './identity'
import { lineDashes } from './line-dashes'

interface Props {
  readonly identity: Identity
  readonly hollow?: boolean
  /** Whether a piece of the method's line is shown with it. */
  readonly withLine?: boolean
}

/** A method's marker beside its name, the same as in the charts. */
export function Marker({ identity, hollow = false, withLine = false }: Props) {
  const { hue, shade, dash } = identity
  return (
    <svg
      className={withLine ? 'marker with-line' : 'marker'}
      viewBox={withLine ? '-15 -8 30 16' : '-8 -8 16 16'}
      aria-hidden="true"
    >
      {withLine ? (
        <path className={`key-line hue-${hue} shade-${shade}`} d="M-15,0H15" strokeDasharray={lineDashes(dash)} />
      ) : null}
      <Glyph identity={identity} radius={5.4} hollow={hollow} />
    </svg>
  )
}
