'use client'

import type { PoolWindow } from '@cges-fleet/core'
import { getPoolHistory, getPoolQueue, getPoolShares, getQueueDepth } from '@cges-fleet/core/addresses'
import { useCallback, useEffect, useState } from 'react'
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

interface RefreshedPool {
  readonly shown: ShownPool
  /** Refreshes it at once. */
  readonly again: () => Promise<void>
}

/** Refreshes a pool every ten seconds, never while the page is hidden; if that fails, the last state stays. */
export function usePool(pool: string, window: PoolWindow, initial: Omit<ShownPool, 'failing'>): RefreshedPool {
  const [shown, setShown] = useState<ShownPool>({ ...initial, failing: null })
  const again = useCallback(async () => {
    try {
      const state = await read(pool, window)
      setShown({ state, readAt: Date.now(), failing: null })
    } catch (error) {
      setShown((before) => ({ ...before, failing: failingBy(error) }))
    }
  }, [pool, window])
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') void again()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [again])
  return { shown, again }
}

/** The API that wrote it has checked its form; its schemas would be more than the rest of the page. */
async function read(pool: string, window: PoolWindow): Promise<PoolState> {
  const signal = AbortSignal.timeout(ASK_TIMEOUT_MS)
  const path = { pool }
  const [shares, queue, history, depth] = await Promise.all([
    api.call(getPoolShares, { path }, { signal }),
    api.call(getPoolQueue, { path }, { signal }),
    api.call(getPoolHistory, { path, query: { window } }, { signal }),
    api.call(getQueueDepth, { path }, { signal }).catch(() => null),
  ])
  return { shares, queue, history, depth }
}
