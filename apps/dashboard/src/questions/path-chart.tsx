import { Axes } from '../charts/axes'
import type { Size } from '../charts/plot-area'
import type { Family } from '../families/family'
import { markerPath } from '../families/marker-path'
import { type PathGeometry, pathGeometry, type ScoreLine } from './path-geometry'

/** A line with how it looks. */
export interface StyledLine extends ScoreLine {
  readonly family: Family
  readonly variant: number
  /** Whether it ended there, or is only as far as it is. */
  readonly stopped: boolean
  /** Drawn in front, and the others behind. */
  readonly chosen: boolean
}

interface Props {
  readonly lines: readonly StyledLine[]
  readonly thresholds: readonly { readonly at: number; readonly text: string }[]
  /** The call that is read out; 0 for none. */
  readonly cursor: number
  readonly yLabel: string
  readonly size: Size
}

export const DASHES = ['none', '6 3', '2 2.5', '9 3 2 3', '4 2 1 2']

/** Scores after each call: solid as far as they were used, faint beyond, a marker where a method stopped. */
export function PathChart({ lines, thresholds, cursor, yLabel, size }: Props) {
  const geometry = pathGeometry(lines, size)
  const { area, x, xTicks, yTicks } = geometry
  return (
    <>
      <Axes area={area} xTicks={xTicks} yTicks={yTicks} xLabel="calls" yLabel={yLabel} />
      <Thresholds thresholds={thresholds} geometry={geometry} />
      {cursor === 0 ? null : (
        <line className="cursor" x1={x(cursor)} x2={x(cursor)} y1={area.y} y2={area.y + area.height} />
      )}
      {geometry.lines.map((drawn, at) => {
        const style = lines[at]
        if (style === undefined) return null
        const dash = DASHES[style.variant % DASHES.length]
        return (
          <g key={drawn.key} className={`path family-${style.family} ${style.chosen ? 'chosen' : ''}`}>
            <path className="curve unused" d={drawn.unused} strokeDasharray={dash} />
            <path className="curve" d={drawn.used} strokeDasharray={dash} />
            {drawn.stop === null || !style.stopped ? null : (
              <path
                className="stop"
                data-stop={style.key}
                d={markerPath(style.family, 90)}
                transform={`translate(${drawn.stop.x.toFixed(1)},${drawn.stop.y.toFixed(1)})`}
              />
            )}
          </g>
        )
      })}
    </>
  )
}

interface ThresholdsProps extends Pick<Props, 'thresholds'> {
  readonly geometry: PathGeometry
}

/** Their names stand together above the highest: thresholds are often nearer to each other than a line of text. */
function Thresholds({ thresholds, geometry: { area, y } }: ThresholdsProps) {
  const highest = Math.max(0, ...thresholds.map(({ at }) => at))
  return (
    <g className="threshold">
      {thresholds.map(({ at, text }) => (
        <line key={text} x1={area.x} x2={area.x + area.width} y1={y(at)} y2={y(at)} />
      ))}
      <text x={area.x + area.width} y={y(highest) - 8} textAnchor="end">
        {thresholds.map(({ text }) => text).join(' · ')}
      </text>
    </g>
  )
}
