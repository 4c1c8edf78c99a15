import { type PathGeometry, pathGeometry, type ScoreLine, thresholdName } from './path-geometry'
import { Axes } from '../../ui/charts/axes'
import type { Drawing } from '../../ui/charts/drawing'
import type { Size } from '../../ui/charts/geometry'
import { formatShare } from '../../ui/format/numbers'
import { type Identity, lineDashes } from '../../ui/methods/identity'
import { Glyph, Marker } from '../../ui/methods/marker'

/** A line with how it looks. */
export interface StyledLine extends ScoreLine {
  readonly name: string
  readonly identity: Identity
  /** Whether it ended there, or is only as far as it is. */
  readonly stopped: boolean
  /** Drawn in front, and the others behind. */
  readonly chosen: boolean
}

interface Paths {
  readonly lines: readonly StyledLine[]
  readonly thresholds: readonly { readonly at: number; readonly text: string }[]
  /** The call being read out; 0 for none. */
  readonly cursor: number
  readonly yLabel: string
}

/** Draws scores after each call: solid for the calls used, faint beyond, with a marker where a method stopped. */
export function drawPaths(paths: Paths, size: Size): Drawing {
  const geometry = pathGeometry(paths.lines, size)
  return {
    content: <PathsContent paths={paths} geometry={geometry} />,
    points: paths.lines.flatMap(({ key, name, scores }) =>
      scores.flatMap((score, at) =>
        score === null
          ? []
          : [
              {
                series: key,
                x: geometry.x(at + 1),
                y: geometry.y(score),
                text: `${name}: ${formatShare(score)} after ${at + 1} ${at === 0 ? 'call' : 'calls'}`,
              },
            ],
      ),
    ),
  }
}

interface ContentProps {
  readonly paths: Paths
  readonly geometry: PathGeometry
}

function PathsContent({ paths: { lines, thresholds, cursor, yLabel }, geometry }: ContentProps) {
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
        const { identity } = style
        const dash = lineDashes(identity.dash)
        return (
          <g
            key={drawn.key}
            className={`path hue-${identity.hue} shade-${identity.shade} ${style.chosen ? 'chosen' : ''}`}
          >
            <path className="curve unused" d={drawn.unused} strokeDasharray={dash} />
            <path className="curve" d={drawn.used} strokeDasharray={dash} />
            {drawn.stop === null || !style.stopped ? null : (
              <g
                className="stop"
                data-stop={style.key}
                transform={`translate(${drawn.stop.x.toFixed(1)},${drawn.stop.y.toFixed(1)})`}
              >
                <Glyph identity={identity} radius={6} hollow={false} />
              </g>
            )}
          </g>
        )
      })}
    </>
  )
}

interface ThresholdsProps extends Pick<Paths, 'thresholds'> {
  readonly geometry: PathGeometry
}

/** Their names are grouped near the highest: thresholds are often closer together than a line of text. */
function Thresholds({ thresholds, geometry }: ThresholdsProps) {
  const { area, y } = geometry
  const name = thresholdName(thresholds, geometry)
  return (
    <g className="threshold">
      {thresholds.map(({ at, text }) => (
        <line key={text} x1={area.x} x2={area.x + area.width} y1={y(at)} y2={y(at)} />
      ))}
      {name === null ? null : (
        <text x={name.x} y={name.y} textAnchor="end">
          {name.text}
        </text>
      )}
    </g>
  )
}

interface Props {
  readonly lines: readonly StyledLine[]
}

/** Shows each line's hue, dashes and marker beside its name. */
export function LineLegend({ lines }: Props) {
  return (
    <ul className="line-legend">
      {lines.map(({ key, name, identity }) => (
        <li key={key}>
          <Marker identity={identity} withLine /> {name}
        </li>
      ))}
    </ul>
  )
}
