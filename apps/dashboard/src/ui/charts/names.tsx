import type { LegendEntry } from './with-names'
import type { Placed } from './place-labels'
import { type Identity, lineDashes } from '../methods/identity'
import { Glyph } from '../methods/marker'

interface Props {
  readonly labels: readonly Placed[]
  readonly identityOfKey: ReadonlyMap<string, Identity>
}

/**
 * Names beside the things they label, in their hue, with a thin leader line if a name had to be placed further away.
 */
export function Labels({ labels, identityOfKey }: Props) {
  return labels.map((placed) => {
    const { key, text, box, align, leader } = placed
    const identity = identityOfKey.get(key)
    return (
      <g key={key} className={`label hue-${identity?.hue ?? 'other'} shade-${identity?.shade ?? 0}`}>
        {leader === null ? null : <line {...leader} />}
        <text x={edgeOf(placed)} y={box.y + box.height / 2} dy="0.34em" textAnchor={align}>
          {text}
        </text>
      </g>
    )
  })
}

function edgeOf({ box, align }: Placed): number {
  if (align === 'start') return box.x
  return align === 'end' ? box.x + box.width : box.x + box.width / 2
}

const LINE_PX = 26

/** Names below a drawing, each with its marker on its line. */
export function Legend({ entries }: { readonly entries: readonly LegendEntry[] }) {
  return entries.map(({ key, text, identity, box }) => (
    <g
      key={key}
      className={`key series hue-${identity.hue} shade-${identity.shade}`}
      transform={`translate(${box.x.toFixed(1)},${(box.y + box.height / 2).toFixed(1)})`}
    >
      <path className="line" d={`M0,0H${LINE_PX}`} strokeDasharray={lineDashes(identity.dash)} />
      <g transform={`translate(${LINE_PX / 2},0)`}>
        <Glyph identity={identity} radius={5} hollow={false} />
      </g>
      <text x={LINE_PX + 6} dy="0.34em">
        {text}
      </text>
    </g>
  ))
}
