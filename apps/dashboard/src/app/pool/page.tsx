import { type PoolView, PoolWindow } from '@cges-fleet/core'
import { ListPools } from '@cges-fleet/core/contract'
import type { Metadata } from 'next'
import Link from 'next/link'
import { fetchApi } from '../../api/fetch-api'
import { fetchSession } from '../../api/reads'
import { AutoRetry } from '../../ui/shell/keep-fresh'
import { ProblemPanel } from '../../ui/shell/problem-panel'
import { ProvenanceScope } from '../../ui/provenance/provenance-scope'
import { poolAddress } from '../../addresses/pools'
import { PoolPanel } from '../../views/pool/pool-panel'
import { PoolsNav, WindowNav } from '../../views/pool/pool-nav'
import { PriceForm } from '../../views/pool/price-form'
import { PromiseForm } from '../../views/pool/promise-form'
import { fetchPoolState } from '../../views/pool/pool-state'
import { QueueTroubles } from '../../views/pool/queue-troubles'

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const metadata: Metadata = { title: 'Pool' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const { pool: wanted, window: over } = await searchParams
  const window = PoolWindow.safeParse(over).data ?? '1h'
  const answer = await fetchApi(ListPools)
  if (!answer.ok) return <ProblemPanel problem={answer.problem} retry="/pool" page="Pool" />
  const { pools, queue } = answer.value
  const pool = typeof wanted === 'string' ? pools.find(({ name }) => name === wanted) : first(pools)
  return (
    <>
      <div className="title-row">
        <h1>Pool</h1>
        <Link href="/status" prefetch={false}>
          Status of the fleet
        </Link>
      </div>
      <QueueTroubles troubles={queue.troubles} />
      <PoolsNav pools={pools} shown={pool?.name ?? ''} window={window} />
      {pool === undefined ? <NoPool wanted={wanted} /> : <OnePool pool={pool} window={window} />}
    </>
  )
}

/** The pool with the most workers ready. */
function first(pools: readonly PoolView[]): PoolView | undefined {
  return pools.toSorted((a, b) => ready(b) - ready(a))[0]
}

function ready({ workers }: PoolView): number {
  return workers.filter((worker) => worker.ready).length
}

function NoPool({ wanted }: { readonly wanted: unknown }) {
  return (
    <p className="panel muted" data-testid="no-pool">
      {typeof wanted === 'string' ? (
        `There is no pool “${wanted.slice(0, 60)}”.`
      ) : (
        <>
          No worker has registered yet: start one with POOL set to a name. <AutoRetry />
        </>
      )}
    </p>
  )
}

async function OnePool({ pool, window }: { readonly pool: PoolView; readonly window: PoolWindow }) {
  const [state, session] = await Promise.all([fetchPoolState(pool.name, window), fetchSession()])
  const address = poolAddress(pool.name, window)
  const operates = session?.caller?.scopes.includes('pools:operate') === true
  if (!state.ok) return <ProblemPanel problem={state.problem} retry={address} />
  return (
    <ProvenanceScope of={[{ provenance: pool.provenance, simulated: pool.provenance === 'simulated' }]}>
      <PoolPanel
        key={address}
        pool={pool}
        window={window}
        initial={{ state: state.value, readAt: Date.now() }}
        windows={<WindowNav pool={pool.name} window={window} />}
        operates={operates}
      />
      {operates ? <OperatorForms key={pool.name} pool={pool} /> : null}
    </ProvenanceScope>
  )
}

function OperatorForms({ pool }: { readonly pool: PoolView }) {
  return (
    <>
      <PromiseForm pool={pool} />
      <PriceForm pool={pool} />
    </>
  )
}
