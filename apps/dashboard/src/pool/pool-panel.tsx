'use client'
import { counted } from '@cges-fleet/core/counted'
import type { PoolView, PoolWindow } from '@cges-fleet/core'
import type { ReactNode } from 'react'
import { NotRefreshed } from '../frame/not-refreshed'
import { ProvenanceBadge } from '../frame/provenance-badge'
import { useNow } from '../live/use-now'
import { noWorkerWords } from './no-worker-words'
import { PoolFacts } from './pool-facts'
import { PoolFigures } from './pool-figures'
import { PoolFreshness } from './pool-freshness'
import { EVERY_MS, type ShownPool, usePool } from './use-pool'
import { whyWaiting } from './why-waiting'

interface Props {
  readonly pool: Pick<PoolView, 'name' | 'model' | 'provenance' | 'maxModelLen' | 'revision'>
  readonly window: PoolWindow
  readonly initial: Omit<ShownPool, 'failing'>
  /** How far back it may be shown. */
  readonly windows: ReactNode
}

const STALE_MS = 30_000

/**
 * One pool: why the reader's own work waits, who uses it, whether there are enough workers, and which of them are
 * faulty.
 */
export function PoolPanel({ pool, window, initial, windows }: Props) {
  const shown = usePool(pool.name, window, initial)
  const now = useNow(1000)
  const ageMs = now === null ? null : Math.max(0, now - shown.readAt)
  const { shares, depth } = shown.state
  return (
    <article data-testid="pool" className="pool">
      <header className="panel stack">
        <div className="title-row">
          <h2>
            {pool.name} <ProvenanceBadge provenance={pool.provenance} simulated={pool.provenance === 'simulated'} />
          </h2>
          <PoolFreshness ageMs={ageMs} failing={shown.failing !== null} />
        </div>
        {shown.failing === null ? null : (
          <NotRefreshed readAt={shown.readAt} everyMs={EVERY_MS} why={shown.failing.why} />
        )}
        <p className="muted">
          {pool.model}
          {pool.revision === null ? '' : `, revision ${pool.revision}`}
          {pool.maxModelLen === null ? '' : `, a context of ${counted(pool.maxModelLen, 'token')}`}
        </p>
        <p data-testid="why" className="pool-why">
          {whyWaiting(shares, depth)}
        </p>
        {shares.workers.known > 0 ? null : <p data-testid="no-worker">{noWorkerWords(depth)}</p>}
        <PoolFacts {...shown.state} />
      </header>
      {windows}
      <div className={ageMs !== null && ageMs > STALE_MS ? 'numbers stale' : 'numbers'}>
        <PoolFigures state={shown.state} model={pool.model} />
      </div>
    </article>
  )
}
