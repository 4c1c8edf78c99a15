import type { SignalQuality } from '@cges-fleet/core'
import { formatShare } from '../format/format-share'

const SIDE = 160
const COUNTS = 28
const MARGIN = { left: 26, top: 6, bottom: 16 }
const WIDTH = MARGIN.left + SIDE + 8
const HEIGHT = MARGIN.top + SIDE + COUNTS + MARGIN.bottom

/** How often answers are right against how sure the signal was of them; on the diagonal it is calibrated. */
export function ReliabilityDiagram({ quality: { signal, bins, ece10 } }: { readonly quality: SignalQuality }) {
  const x = (confidence: number) => MARGIN.left + SIDE * confidence
  const y = (accuracy: number) => MARGIN.top + SIDE * (1 - accuracy)
  const most = Math.max(1, ...bins.map(({ n }) => n))
  const base = MARGIN.top + SIDE + COUNTS
  return (
    <svg
      className="reliability"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Reliability of ${signal}: ${bins.map(({ confidence, accuracy }) => `${confidence.toFixed(2)} sure, ${formatShare(accuracy)} right`).join('; ')}. ECE ${ece10?.toFixed(3) ?? 'not known'}.`}
    >
      <Frame x={x} y={y} base={base} />
      {bins.map(({ low, high, n, confidence, accuracy, interval }) => (
        <g key={low}>
          <title>
            {`${low.toFixed(1)} to ${high.toFixed(1)}: ${n} answers, ${confidence.toFixed(3)} sure, ${formatShare(accuracy)} right`}
          </title>
          <rect
            className="reliability-count"
            x={x(low) + 1}
            width={SIDE / 10 - 2}
            y={base - Math.max(1, (COUNTS - 6) * (n / most))}
            height={Math.max(1, (COUNTS - 6) * (n / most))}
          />
          <path className="reliability-interval" d={`M${x(confidence)},${y(interval.low)}V${y(interval.high)}`} />
          <circle className="reliability-point" cx={x(confidence)} cy={y(accuracy)} r={3} />
        </g>
      ))}
    </svg>
  )
}

interface FrameProps {
  readonly x: (confidence: number) => number
  readonly y: (accuracy: number) => number
  readonly base: number
}

function Frame({ x, y, base }: FrameProps) {
  return (
    <g className="axes">
      <path className="grid" d={`M${x(0)},${y(0)}H${x(1)}M${x(0)},${y(1)}H${x(1)}M${x(0)},${y(0.5)}H${x(1)}`} />
      <path className="reliability-ideal" d={`M${x(0)},${y(0)}L${x(1)},${y(1)}`} />
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <text x={MARGIN.left - 4} y={y(share)} dy="0.32em" textAnchor="end">
            {share}
          </text>
          <text x={x(share)} y={base + 12} textAnchor="middle">
            {share}
          </text>
        </g>
      ))}
    </g>
  )
}
