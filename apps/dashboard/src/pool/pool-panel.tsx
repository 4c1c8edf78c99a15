import type { PoolShares, PoolView, QueueDepth } from '@cges-fleet/core'
import { formatCount } from '../format/format-count'
import { ProvenanceBadge } from '../frame/provenance-badge'
import { SharesTable } from './shares-table'
import { whyWaiting } from './why-waiting'

interface Props {
  readonly pool: PoolView
  readonly shares: PoolShares
  readonly depth: QueueDepth | null
}

/** One pool: why one's own work waits, who uses it, and which worker is sick. */
export function PoolPanel({ pool, shares, depth }: Props) {
  const ready = pool.workers.filter((worker) => worker.ready).length
  return (
    <section className="panel stack" data-testid="pool">
      <header>
        <h2>
          {pool.name} <ProvenanceBadge provenance={pool.provenance} simulated={pool.provenance === 'simulated'} />
        </h2>
        <p className="muted">
          {pool.model}
          {pool.maxModelLen === null ? '' : `, a context of ${formatCount(pool.maxModelLen)} tokens`}
        </p>
      </header>
      <p data-testid="why">{whyWaiting(shares, depth)}</p>
      <dl className="facts">
        <Fact title="Workers ready" value={`${ready} of ${pool.workers.length}`} />
        <Fact title="Slots" value={formatCount(shares.slots)} />
        <Fact title="In flight" value={depth === null ? '—' : formatCount(depth.active)} />
        <Fact title="Could run now" value={depth === null ? '—' : formatCount(depth.depth)} />
      </dl>
      {shares.teams.length === 0 ? null : <SharesTable teams={shares.teams} />}
      {pool.workers.length === 0 ? null : <Workers workers={pool.workers} />}
    </section>
  )
}

function Fact({ title, value }: { readonly title: string; readonly value: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Workers({ workers }: Pick<PoolView, 'workers'>) {
  return (
    <div className="wide">
      <table>
        <caption className="sr-only">Workers</caption>
        <thead>
          <tr>
            {['Worker', 'State', 'Slots', 'Heard of'].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {workers.map(({ id, ready, reason, slots, heartbeatAgeMs }) => (
            <tr key={id}>
              <th scope="row">
                <code>{id.slice(-12)}</code>
              </th>
              <td className={ready ? '' : 'warn'}>
                {ready ? (reason ?? 'ready') : `not ready: ${reason ?? 'it does not say why'}`}
              </td>
              <td>{slots}</td>
              <td>{Math.round(heartbeatAgeMs / 1000)} s ago</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
