import type { PairedComparison } from '@cges-fleet/core'

interface Props {
  readonly comparison: PairedComparison
  readonly margin: number
  /** Half the width of the scale all rows share. */
  readonly domain: number
}

/** A difference and its interval on the scale all rows share, with 0 and the loss one is ready for. */
export function ForestBar({ comparison: { accuracy, judgement }, margin, domain }: Props) {
  const at = (difference: number) => Math.min(100, Math.max(0, 50 + (50 * difference) / domain))
  const { value, low, high } = accuracy
  return (
    <span className={`forest judgement-${judgement}`} aria-hidden="true">
      <span className="forest-tolerated" style={{ left: `${at(-margin)}%`, width: `${at(0) - at(-margin)}%` }} />
      <span className="forest-zero" style={{ left: '50%' }} />
      <span className="forest-interval" style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
      <span className="forest-value" style={{ left: `${at(value)}%` }} />
    </span>
  )
}
