import type { FleetStatus } from '@cges-fleet/core'
import { fleetTroubleWords, fleetWords } from '@cges-fleet/core/fleet-trouble-words'
import Link from 'next/link'
import { poolAddress } from '../../addresses/pools'
import { formatCount } from '../../ui/format/numbers'
import { formatDuration, formatInstant } from '../../ui/format/times'
import { ColumnHeads } from '../../ui/table/column-heads'

/** Whether the fleet is up: what is wrong first, then its parts. */
export function FleetStatusPanel({ status }: { readonly status: FleetStatus }) {
  const { troubles, database, queue, coordinator, webhooks, pools } = status
  return (
    <section className="panel" data-testid="fleet-status">
      {troubles.length === 0 ? (
        <p>{fleetWords(status)}</p>
      ) : (
        <ul className="notes">
          {troubles.map((trouble) => (
            <li key={fleetTroubleWords(trouble)} className="note-warning">
              {fleetTroubleWords(trouble)}
            </li>
          ))}
        </ul>
      )}
      <dl className="facts">
        <Fact name="API" value={`up, cges-fleet ${status.release}`} />
        <Fact name="Database" value={`answered in ${database.ms} ms`} />
        <Fact name="Queue" value={queueWords(queue.ms, pools.length)} />
        <Fact name="Coordinator" value={sweptWords(coordinator.sweptSecondsAgo)} />
        <Fact name="Your team’s webhooks" value={waitingWords(webhooks)} />
      </dl>
      <PoolsTable pools={pools} />
      <p className="muted">As of {formatInstant(status.at)}. The page updates by itself.</p>
    </section>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const COLUMNS = ['Pool', 'Workers ready', 'In flight', 'Queued', 'Oldest waits', 'State']

function PoolsTable({ pools }: Pick<FleetStatus, 'pools'>) {
  if (pools.length === 0) return null
  return (
    <div className="wide" tabIndex={0} role="region" aria-label="Pools">
      <table>
        <thead>
          <tr>
            <ColumnHeads columns={COLUMNS} />
          </tr>
        </thead>
        <tbody>
          {pools.map(({ name, workers, active, waiting, oldestSeconds, paused }) => (
            <tr key={name}>
              <th scope="row">
                <Link href={poolAddress(name, '1h')} prefetch={false}>
                  {name}
                </Link>
              </th>
              <td>
                {workers.ready} of {workers.known}
              </td>
              <td>{formatCount(active)}</td>
              <td>{formatCount(waiting)}</td>
              <td>{oldestSeconds === null ? '—' : formatDuration(oldestSeconds)}</td>
              <td>{paused ? 'paused' : (workers.reason ?? (workers.ready === 0 ? 'no worker ready' : 'works'))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function queueWords(ms: number | null, pools: number): string {
  if (ms !== null) return `answered in ${ms} ms`
  return pools === 0 ? 'not asked: no pool yet' : 'no answer'
}

function sweptWords(seconds: number | null): string {
  return seconds === null ? 'none has run yet' : `at work ${formatDuration(seconds)} ago`
}

function waitingWords({ waiting, oldestSeconds }: FleetStatus['webhooks']): string {
  const oldest = oldestSeconds === null ? '' : `, the oldest for ${formatDuration(oldestSeconds)}`
  return `${formatCount(waiting)} waiting${oldest}`
}
