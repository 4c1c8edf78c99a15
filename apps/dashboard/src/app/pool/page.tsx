import type { PoolView } from '@cges-fleet/core'
import { ListPools, ReadPoolShares, ReadQueueDepth } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import { readApi } from '../../api/read-api'
import { AutoRetry } from '../../frame/auto-retry'
import { ProblemPanel } from '../../frame/problem-panel'
import { PoolPanel } from '../../pool/pool-panel'

export const metadata: Metadata = { title: 'Pool' }
export const dynamic = 'force-dynamic'

export default async function Page() {
  const pools = await readApi(ListPools)
  if (!pools.ok) return <ProblemPanel problem={pools.problem} retry="/pool" />
  return (
    <>
      <h1>Pool</h1>
      <div className="stack">
        {pools.value.pools.length === 0 ? (
          <p className="panel muted">No worker has registered yet: start one with POOL set to a name.</p>
        ) : null}
        {await Promise.all(pools.value.pools.map(panelOf))}
      </div>
      <p className="muted">
        As of this moment <AutoRetry />
      </p>
    </>
  )
}

async function panelOf(pool: PoolView) {
  const named = { path: { pool: pool.name } }
  const [shares, depth] = await Promise.all([readApi(ReadPoolShares, named), readApi(ReadQueueDepth, named)])
  if (!shares.ok) return <ProblemPanel key={pool.name} problem={shares.problem} retry="/pool" />
  return <PoolPanel key={pool.name} pool={pool} shares={shares.value} depth={depth.ok ? depth.value : null} />
}
