'use client'
import { formatAge } from '../format/format-age'

interface Props {
  /** Null until the page is alive. */
  readonly ageMs: number | null
  readonly failing: boolean
}

/** How old the figures of a pool are. */
export function PoolFreshness({ ageMs, failing }: Props) {
  if (ageMs === null) return <span className="freshness freshness-waiting">as of this moment</span>
  const age = formatAge(ageMs / 1000)
  return (
    <span className={`freshness freshness-${failing ? 'stale' : 'live'}`} data-testid="pool-freshness">
      {failing ? '⚠ ' : ''}Read {age}
    </span>
  )
}
