'use client'

import { bindingConstraint, type PoolView, type PoolWindow, type QueueDepth } from '@cges-fleet/core'
import { borrowWords } from '@cges-fleet/core/borrow-words'
import { counted, inNumber } from '@cges-fleet/core/counted'
import { priceWords } from '@cges-fleet/core/money-words'
import { prioritiesWords } from '@cges-fleet/core/priority-words'
import { preflightWords } from '@cges-fleet/core/preflight-words'
import { waitWords } from '@cges-fleet/core/wait-words'
import type { ReactNode } from 'react'
import { useNow } from '../../live/clock'
import { seconds } from './history'
import { PauseControl } from './pause-control'
import { PoolFigures } from './pool-figures'
import type { PoolState } from './pool-state'
import { Queue } from './queue'
import { Reservations } from './reservations'
import { EVERY_MS, type ShownPool, usePool } from './use-pool'
import { formatCount, formatRate } from '../../ui/format/numbers'
import { formatAge, formatInstant } from '../../ui/format/times'
import { useZone } from '../../ui/preferences/zone-scope'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import { NotRefreshed } from '../../ui/shell/keep-fresh'

interface Props {
  readonly pool: Pick<PoolView, 'name' | 'model' | 'provenance' | 'maxModelLen' | 'revision' | 'promise' | 'price'>
  readonly window: PoolWindow
  readonly initial: Omit<ShownPool, 'failing'>
  /** How far back it may be shown. */
  readonly windows: ReactNode
  /** Whether the reader may pause it. */
  readonly operates: boolean
}

const STALE_MS = 30_000

/**
 * One pool: why the reader's own work waits, who uses it, whether there are enough workers, and which of them are
 * faulty.
 */
export function PoolPanel({ pool, window, initial, windows, operates }: Props) {
  const { shown, again } = usePool(pool.name, window, initial)
  const now = useNow(1000)
  const ageMs = now === null ? null : Math.max(0, now - shown.readAt)
  const pause = operates ? <PauseControl shares={shown.state.shares} onDone={again} /> : null
  return (
    <article data-testid="pool" className="pool">
      <header className="panel stack">
        <PoolTitle pool={pool} isPaused={shown.state.shares.paused !== null}>
          <PoolFreshness ageMs={ageMs} failing={shown.failing !== null} />
          {pause}
        </PoolTitle>
        {shown.failing === null ? null : (
          <NotRefreshed readAt={shown.readAt} everyMs={EVERY_MS} why={shown.failing.why} />
        )}
        <p className="muted">{promiseWords(pool)}</p>
        <PoolNow {...shown.state} />
      </header>
      <Queue
        queue={shown.state.queue}
        said={bindingConstraint(shown.state.shares).kind}
        operates={operates}
        onDone={again}
      />
      <Reservations shares={shown.state.shares} operates={operates} onDone={again} />
      {windows}
      <div className={ageMs !== null && ageMs > STALE_MS ? 'numbers stale' : 'numbers'}>
        <PoolFigures state={shown.state} />
      </div>
    </article>
  )
}

interface TitleProps extends Pick<Props, 'pool'> {
  readonly isPaused: boolean
  /** What stands beside the name. */
  readonly children: ReactNode
}

function PoolTitle({ pool: { name, provenance }, isPaused, children }: TitleProps) {
  return (
    <div className="title-row">
      <h2>
        {name} <ProvenanceBadge provenance={provenance} simulated={provenance === 'simulated'} />{' '}
        {isPaused ? (
          <span className="status status-paused" data-testid="pool-paused">
            paused
          </span>
        ) : null}
      </h2>
      <div className="pool-acts">{children}</div>
    </div>
  )
}

/** Describes what a pool serves and costs. */
function promiseWords({ model, revision, maxModelLen, price, promise }: Props['pool']): string {
  return [
    model,
    revision === null ? '' : `, revision ${revision}`,
    maxModelLen === null ? '' : `, a context of ${counted(maxModelLen, 'token')}`,
    price === null ? '' : `. It ${priceWords(price)}`,
    promise === null ? '' : `. Promises ${preflightWords(promise)}`,
  ].join('')
}

/** Why the reader's own work waits, and a pool's current figures. */
function PoolNow(state: PoolState) {
  const { shares, depth } = state
  const zone = useZone()
  const priorities = prioritiesWords(shares.own.priorities)
  const waits = bindingConstraint(shares)
  const borrowed = shares.paused === null ? borrowWords(shares, waits) : null
  return (
    <>
      <p data-testid="why" className="pool-why">
        {waitWords(waits, (instant) => formatInstant(instant, zone))}
      </p>
      {borrowed === null ? null : <p data-testid="borrowed">{borrowed}</p>}
      {priorities === null ? null : <p data-testid="priorities">{priorities}</p>}
      {shares.workers.known > 0 || shares.paused !== null ? null : (
        <p data-testid="no-worker">{noWorkerWords(depth)}</p>
      )}
      <PoolFacts {...state} />
    </>
  )
}

interface PoolFreshnessProps {
  /** Null until the page is alive. */
  readonly ageMs: number | null
  readonly failing: boolean
}

/** How old the figures of a pool are. */
function PoolFreshness({ ageMs, failing }: PoolFreshnessProps) {
  if (ageMs === null) return <span className="freshness freshness-waiting">as of this moment</span>
  const age = formatAge(ageMs / 1000)
  return (
    <span className={`freshness freshness-${failing ? 'stale' : 'live'}`} data-testid="pool-freshness">
      {failing ? '⚠ ' : ''}Updated {age}
    </span>
  )
}

/** A pool's current figures. */
function PoolFacts({ shares, depth, history: { tokensPerSecond, waits } }: PoolState) {
  const active = shares.teams.reduce((sum, team) => sum + team.active, 0)
  const busy = shares.slots === 0 ? null : active / shares.slots
  const tokens = tokensPerSecond.findLast((value) => value !== null) ?? null
  const oldest = waits.at(-1)?.oldest.findLast((value) => value !== null) ?? null
  return (
    <dl className="pool-facts">
      <Fact title="Workers ready" value={`${shares.workers.ready} of ${shares.workers.known}`} />
      <Fact
        title="Slots busy"
        value={`${formatCount(active)} of ${formatCount(shares.slots)}`}
        detail={busy === null ? '' : `${Math.round(Math.min(1, busy) * 100)}%`}
      />
      <Fact
        title={depth?.paused === true ? 'Samples still being drawn' : 'Samples that limits and caps allow now'}
        value={depth === null ? '—' : formatCount(depth.depth)}
        detail={depth === null ? '' : neededWords(depth)}
      />
      <Fact title="Longest wait" value={oldest === null ? '—' : seconds(oldest)} />
      <Fact title="Tokens a second" value={tokens === null ? '—' : formatRate(tokens)} />
    </dl>
  )
}

/** Says how many samples questions need next, if not all of them are allowed now. */
export function neededWords({ depth, demand }: QueueDepth): string {
  return depth >= demand ? '' : `of ${formatCount(demand)} needed next`
}

function Fact({
  title,
  value,
  detail = '',
}: {
  readonly title: string
  readonly value: string
  readonly detail?: string
}) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {value} <span className="muted">{detail}</span>
      </dd>
    </div>
  )
}

/** Explains what a pool without workers is waiting for. */
export function noWorkerWords(depth: QueueDepth | null): string {
  if (depth === null) return 'Scaled to zero: no worker is here, and the queue cannot be read.'
  if (depth.demand === 0) return 'Scaled to zero: no worker, and no work. The next evaluation requests a worker.'
  if (depth.depth === 0)
    return `Scaled to zero: no worker is here. ${counted(depth.demand, 'sample')} ${inNumber(depth.demand, 'is', 'are')} wanted, and caps or team limits allow none of them now.`
  return `${counted(depth.depth, 'sample')} could run, so an autoscaler starts a worker. Without one, start a worker with POOL set to this pool’s name.`
}
