import type { PoolWindow } from '@cges-fleet/core'

/** The windows that a pool is shown over, in words. */
export const WINDOW_WORDS: Readonly<Record<PoolWindow, string>> = {
  '15min': '15 min',
  '1h': '1 h',
  '6h': '6 h',
  '24h': '24 h',
  '7d': '7 d',
}
