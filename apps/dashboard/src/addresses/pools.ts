import type { PoolWindow } from '@cges-fleet/core'

/** The address of a pool over a time window; one hour, the default, is left out. */
export function poolAddress(pool: string, window: PoolWindow): string {
  return `/pool?${new URLSearchParams({ pool, ...(window === '1h' ? {} : { window }) }).toString()}`
}
