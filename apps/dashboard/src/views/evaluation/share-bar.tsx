import type { MethodReport } from '@cges-fleet/core'
import { useId } from 'react'

interface ShareBarProps {
  readonly report: MethodReport
  readonly domain: readonly [number, number]
}

/**
 * An accuracy on the scale all rows share: hard bounds as a light bar while interim, the estimate's limits or the
 * interval, the value.
 */
export function ShareBar({ report: { accuracy, accuracyBounds, interim, live }, domain: [low, high] }: ShareBarProps) {
  const hatch = useId()
  const shown = live ?? accuracy
  const at = (share: number) => Math.min(100, Math.max(0, (100 * (share - low)) / (high - low)))
  const span = (from: number, to: number) => ({ x: `${at(from)}%`, width: `${at(to) - at(from)}%` })
  return (
    <svg className="share-bar" aria-hidden="true">
      <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect className="hatch" width={3} height={6} />
      </pattern>
      <rect className="bar-scale" x="0" width="100%" y={5.5} height={1} />
      {interim ? (
        <rect {...span(accuracyBounds.low, accuracyBounds.high)} y={1.5} height={9} fill={`url(#${hatch})`} />
      ) : null}
      {shown === null ? null : (
        <>
          {live === null ? (
            <rect className="bar-interval" {...span(shown.low, shown.high)} y={4.5} height={3} />
          ) : (
            <line className="bar-live" x1={`${at(shown.low)}%`} x2={`${at(shown.high)}%`} y1={6} y2={6} />
          )}
          <circle className={interim ? 'bar-value interim' : 'bar-value'} cx={`${at(shown.value)}%`} cy={6} r={4.5} />
        </>
      )}
    </svg>
  )
}
