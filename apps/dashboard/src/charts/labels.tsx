import type { Placed } from './place-labels'

interface Props {
  readonly labels: readonly Placed[]
  readonly familyOfKey: (key: string) => string
}

/** Names written beside what they name, in its hue, with a thin line where they had to stand further away. */
export function Labels({ labels, familyOfKey }: Props) {
  return labels.map(({ key, text, box, leader }) => {
    const before = leader !== null && box.x > leader.x
    return (
      <g key={key} className={`label family-${familyOfKey(key)}`}>
        {leader === null ? null : (
          <line
            x1={leader.x}
            y1={leader.y}
            x2={before ? box.x - 1 : box.x + box.width + 1}
            y2={box.y + box.height / 2}
          />
        )}
        <text x={box.x + box.width / 2} y={box.y + box.height / 2} dy="0.34em" textAnchor="middle">
          {text}
        </text>
      </g>
    )
  })
}
