import type { MeanEstimate } from '@cges-fleet/core'

interface Props {
  readonly difference: MeanEstimate
  /** Half the width of the scale all rows share. */
  readonly domain: number
}

/** A running difference and the limits of its end: dotted and hollow, as no judged one is. */
export function LiveForestBar({ difference: { value, low, high }, domain }: Props) {
  const at = (difference: number) => Math.min(100, Math.max(0, 50 + (50 * difference) / domain))
  return (
    <span className="forest forest-live" aria-hidden="true">
      <span className="forest-zero" style={{ left: '50%' }} />
      <span className="forest-interval" style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
      <span className="forest-value" style={{ left: `${at(value)}%` }} />
    </span>
  )
}
