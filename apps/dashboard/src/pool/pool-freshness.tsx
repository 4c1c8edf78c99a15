'use client'
import { formatAge } from '../format/format-age'

interface Props {
  /** Null until the page is alive. */
  readonly ageMs: number | null
  readonly failing: boolean
}

/** How old the figures of a pool are, and that they could not be read again where so. */
export function PoolFreshness({ ageMs, failing }: Props) {
  if (ageMs === null) return <span className="freshness freshness-waiting">as of this moment</span>
  const age = formatAge(ageMs / 1000)
  return failing ? (
    <span className="freshness freshness-stale" role="status" data-testid="pool-freshness">
      Cannot be read: what is shown is of {age}. Trying again every 10 s.
    </span>
  ) : (
    <span className="freshness freshness-live" data-testid="pool-freshness">
      Read {age}
    </span>
  )
}
