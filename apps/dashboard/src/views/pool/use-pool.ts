'use client'

import type { PoolWindow } from '@cges-fleet/core'
import { getPoolHistory, getPoolShares, getQueueDepth } from '@cges-fleet/core/addresses'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser'
import { type Failing, failingBy } from '../../api/failing'
import type { PoolState } from './pool-state'

export const EVERY_MS = 10_000
const ASK_TIMEOUT_MS = 8_000

/** A pool as shown, when it was loaded, and why the last refresh failed, if it did. */
export interface ShownPool {
  readonly state: PoolState
  readonly readAt: number
  readonly failing: Failing | null
}

/** Refreshes a pool every ten seconds, never while the page is hidden; if that fails, the last state stays. */
export function usePool(pool: string, window: PoolWindow, initial: Omit<ShownPool, 'failing'>): ShownPool {
  const [shown, setShown] = useState<ShownPool>({ ...initial, failing: null })
  useEffect(() => {
    const poll = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const state = await read(pool, window)
        setShown({ state, readAt: Date.now(), failing: null })
      } catch (error) {
        setShown((before) => ({ ...before, failing: failingBy(error) }))
      }
    }
    const timer = setInterval(() => void poll(), EVERY_MS)
    return () => clearInterval(timer)
  }, [pool, window])
  return shown
}

/** The API that wrote it has checked its form; its schemas would be more than the rest of the page. */
async function read(pool: string, window: PoolWindow): Promise<PoolState> {
  const signal = AbortSignal.timeout(ASK_TIMEOUT_MS)
  const path = { pool }
  const [shares, history, depth] = await Promise.all([
    api.call(getPoolShares, { path }, { signal }),
    api.call(getPoolHistory, { path, query: { window } }, { signal }),
    api.call(getQueueDepth, { path }, { signal }).catch(() => null),
  ])
  return { shares, history, depth }
}
