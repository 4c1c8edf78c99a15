import { Glyph } from '../families/glyph'
import { lineDashes } from '../families/line-dashes'
import type { LegendEntry } from './legend-rows'

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
