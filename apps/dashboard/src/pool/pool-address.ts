import type { PoolWindow } from '@cges-fleet/core'

/** Where a pool is shown over a time; an hour is not spelt. */
export function poolAddress(pool: string, window: PoolWindow): string {
  return `/pool?${new URLSearchParams({ pool, ...(window === '1h' ? {} : { window }) }).toString()}`
}
