import type { MethodReport } from '@cges-fleet/core'

interface Props {
  readonly report: MethodReport
  readonly domain: readonly [number, number]
}

/** An accuracy on the scale all rows share: the hard bounds as a light bar while interim, where it will end or the interval, the value. */
export function ShareBar({ report: { accuracy, accuracyBounds, interim, live }, domain: [low, high] }: Props) {
  const shown = live ?? accuracy
  const at = (share: number) => Math.min(100, Math.max(0, (100 * (share - low)) / (high - low)))
  const span = (from: number, to: number) => ({ left: `${at(from)}%`, width: `${at(to) - at(from)}%` })
  return (
    <span className="share-bar" aria-hidden="true">
      {interim ? <span className="bar-bounds" style={span(accuracyBounds.low, accuracyBounds.high)} /> : null}
      {shown === null ? null : (
        <>
          <span className={live === null ? 'bar-interval' : 'bar-live'} style={span(shown.low, shown.high)} />
          <span className={`bar-value ${interim ? 'interim' : ''}`} style={{ left: `${at(shown.value)}%` }} />
        </>
      )}
    </span>
  )
}
