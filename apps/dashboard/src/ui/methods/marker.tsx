import { isExternal } from '@cges-fleet/methods/replay'
import { type Identity, lineDashes } from './identity'
import { markerPath, signPath } from './marker-path'
import type { NamedReport } from './names'

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

interface GlyphProps {
  readonly identity: Identity
  /** About half its width, in pixels. */
  readonly radius: number
  readonly hollow: boolean
}

/** A method's marker, around the origin of the drawing it is in; hollow until its figures are final. */
export function Glyph({ identity: { hue, shape, sign, shade }, radius, hollow }: GlyphProps) {
  return (
    <g className={`glyph hue-${hue} shade-${shade} ${hollow ? 'hollow' : ''}`}>
      <path className="outline" d={markerPath(shape, radius)} />
      {sign === 0 ? null : <path className="sign" d={signPath(sign, radius)} />}
    </g>
  )
}

interface MethodLegendProps {
  readonly reports: readonly NamedReport[]
}

/** Shows which of a chart's lines is which method's, if they lie too close to be labelled. */
export function MethodLegend({ reports }: MethodLegendProps) {
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

/** Explains the external rules among the methods, if there are any. */
export function ExternalNote({ reports }: { readonly reports: readonly NamedReport[] }) {
  if (!reports.some(({ spec }) => isExternal(spec))) return null
  return (
    <>
      {' '}
      External: another program decided, on the same samples. It used only those that its calls count. The digest leaves
      it out.
    </>
  )
}
