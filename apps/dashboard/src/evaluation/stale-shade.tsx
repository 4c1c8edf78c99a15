'use client'
import type { ReactNode } from 'react'
import type { FeedState } from '../live/evaluation-feed'
import { freshnessOf } from '../live/freshness-of'
import { useNow } from '../live/use-now'

interface Props {
  readonly state: FeedState
  readonly children: ReactNode
}

/** Dims numbers that are so old that they should look it. */
export function StaleShade({ state: { view, connection, confirmedAt }, children }: Props) {
  const now = useNow(1_000)
  const ageMs = now === null || confirmedAt === null ? null : now - confirmedAt
  const { tone } = freshnessOf({ status: view.status, connection, ageMs })
  return <div className={tone === 'stale' ? 'numbers stale' : 'numbers'}>{children}</div>
}
