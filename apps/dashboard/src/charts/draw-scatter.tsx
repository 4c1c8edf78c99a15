import { Glyph } from '../families/glyph'
import { lineDashes } from '../families/line-dashes'
import { Axes } from './axes'
import type { Drawing } from './drawing'
import { Labels } from './labels'
import { Legend } from './legend'
import type { Size } from './plot-area'
import { ScatterBands } from './scatter-bands'
import { type CurveLine, type Mark, type Scatter, scatterGeometry, type ScatterInput } from './scatter-geometry'
import { scatterReadOuts } from './scatter-read-outs'

/** Draws accuracy against calls or tokens per question, a mark, a band or a curve a method: left is cheaper, up is better. */
export function drawScatter(input: ScatterInput, size: Size): Drawing {
  const scatter = scatterGeometry(input, size)
  return {
    content: <ScatterContent scatter={scatter} xLabel={xLabelOf(input)} beaten={input.dominated ?? []} />,
    points: scatterReadOuts(input, scatter),
  }
}

interface ContentProps {
  readonly scatter: Scatter
  readonly xLabel: string
  readonly beaten: NonNullable<ScatterInput['dominated']>
}

function ScatterContent({ scatter, xLabel, beaten }: ContentProps) {
  const { area, xTicks, yTicks, marks, bands, curves, labels, legend, frontierPath } = scatter
  const identities = new Map([...marks, ...bands].map(({ key, identity }) => [key, identity]))
  return (
    <>
      <Axes area={area} xTicks={xTicks} yTicks={yTicks} xLabel={xLabel} yLabel={yLabelOf(scatter)} />
      {marks.length + bands.length > 0 ? null : (
        <text className="empty" x={area.x + area.width / 2} y={area.y + area.height / 2} textAnchor="middle">
          nothing to place yet
        </text>
      )}
      <ScatterBands bands={bands} />
      <path className="frontier" d={frontierPath} />
      {curves.map((curve) => (
        <CurvePath key={curve.key} curve={curve} />
      ))}
      {marks.map((mark) => (
        <ScatterMark key={mark.key} mark={mark} isBeaten={beaten.some(({ key }) => key === mark.key)} />
      ))}
      <Labels labels={labels} identityOfKey={identities} />
      <Legend entries={legend} />
    </>
  )
}

function xLabelOf({ by, isEven = false }: ScatterInput): string {
  return `${by} per question${isEven ? '' : ', log₂'} (fewer is cheaper)`
}

/** The axis label never uses the same words for provisional and for final accuracies. */
function yLabelOf({ marks, bands }: Scatter): string {
  const kinds = new Set(marks.map(({ kind }) => kind))
  const words = [
    ...(kinds.has('live') ? ['accuracy so far, where it will end'] : []),
    ...(kinds.has('interim') ? ['accuracy if stopped now'] : []),
    ...(bands.length > 0 ? ['hard bounds'] : []),
    ...(kinds.has('final') ? ['accuracy, 95% interval'] : []),
  ]
  return words.length === 0 ? 'accuracy' : words.join('; ')
}

function CurvePath({ curve: { key, identity, points } }: { readonly curve: CurveLine }) {
  const path = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')
  return (
    <g className={`what-if hue-${identity.hue} shade-${identity.shade}`} data-curve={key}>
      <path d={`M${path}`} strokeDasharray={lineDashes(identity.dash)} />
      {points.map(({ x, y }, at) => (
        <circle key={at} cx={x.toFixed(1)} cy={y.toFixed(1)} r={1.7} />
      ))}
    </g>
  )
}

interface MarkProps {
  readonly mark: Mark
  readonly isBeaten: boolean
}

/** A method shown to be beaten is drawn faint: still readable, but not eye-catching. */
function ScatterMark({ mark: { identity, kind, x, y, yLow, yHigh }, isBeaten }: MarkProps) {
  const caps = kind === 'live' ? 'h6m-6,0h-6' : 'h4m-4,0h-4'
  const top = yHigh.toFixed(1)
  const bottom = yLow.toFixed(1)
  return (
    <g
      className={`mark mark-${kind} ${isBeaten ? 'mark-beaten' : ''} hue-${identity.hue} shade-${identity.shade}`}
      transform={`translate(${x.toFixed(1)},0)`}
    >
      <path className="whisker" d={`M0,${top}V${bottom}`} />
      <path className="cap" d={`M0,${top}${caps}M0,${bottom}${caps}`} />
      <g className="point" transform={`translate(0,${y.toFixed(1)})`}>
        <Glyph identity={identity} radius={6} hollow={kind !== 'final'} />
      </g>
    </g>
  )
}
