import type { Identity } from '../families/identity'
import type { Placed } from './place-labels'

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
