'use client'

import type { EvaluationPage, EvaluationRow, PoolShares } from '@cges-fleet/core'
import { getPoolShares, listEvaluations } from '@cges-fleet/core/addresses'
import { counted, inNumber } from '@cges-fleet/core/counted'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { listAsking, type ListQuery, pageIn, searchOf } from '../../addresses/evaluations'
import { poolAddress } from '../../addresses/pools'
import { ask } from '../../api/browser'
import { Progress, Status } from '../../ui/format/marks'
import { formatCount, formatShare } from '../../ui/format/numbers'
import { formatInstant, formatLongestLeft, formatTimeLeft } from '../../ui/format/times'
import { methodName } from '../../ui/methods/names'
import { useZone } from '../../ui/preferences/zone-scope'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import { Cost } from './evaluation-cells'

/** What goes on, what needs the reader, and who has the pool. */
export interface HomeState {
  readonly going: EvaluationPage
  /** What failed or was stopped of late. */
  readonly attention: EvaluationPage
  /** Of the pool that is drawn from; null if there is none. */
  readonly shares: PoolShares | null
}

interface Props {
  readonly initial: HomeState
  readonly queries: { readonly going: ListQuery; readonly attention: ListQuery }
  readonly renderedAt: number
}

const EVERY_MS = 5_000
const MOST_CARDS = 3

/** The top of the list: a line of what goes on, and a card for each evaluation that runs. */
export function HomeNow({ initial, queries, renderedAt }: Props) {
  const { state, at } = useHome(initial, queries, renderedAt)
  const { evaluations, total } = state.going
  return (
    <section aria-label="Now" className="home-now" data-testid="home-now">
      <Strip state={state} at={at} queries={queries} />
      {evaluations.length === 0 ? null : (
        <ul className="now-cards">
          {evaluations.slice(0, MOST_CARDS).map((row) => (
            <Card key={row.id} row={row} />
          ))}
          {total > MOST_CARDS ? (
            <li className="now-more">
              <Link href={`/evaluations${searchOf(queries.going)}`}>{counted(total - MOST_CARDS, 'more', 'more')}</Link>
            </li>
          ) : null}
        </ul>
      )}
    </section>
  )
}

/** Reads it again every few seconds; what cannot be read stays as it was, as the list below says. */
function useHome(initial: HomeState, queries: Props['queries'], renderedAt: number) {
  const [read, setRead] = useState({ state: initial, at: renderedAt })
  const pool = initial.shares?.pool ?? null
  useEffect(() => {
    let isLeft = false
    const again = async () => {
      if (document.visibilityState === 'hidden') return
      const [going, attention, shares] = await Promise.all([
        ask(listEvaluations, { query: listAsking(queries.going) }),
        ask(listEvaluations, { query: listAsking(queries.attention) }),
        pool === null ? null : ask(getPoolShares, { path: { pool } }),
      ])
      if (isLeft) return
      setRead(({ state }) => ({
        state: {
          going: (going.ok ? pageIn(going.answer) : null) ?? state.going,
          attention: (attention.ok ? pageIn(attention.answer) : null) ?? state.attention,
          shares: shares?.ok === true ? shares.answer : state.shares,
        },
        at: Date.now(),
      }))
    }
    const timer = setInterval(() => void again(), EVERY_MS)
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [queries, pool])
  return read
}

interface StripProps extends Pick<Props, 'queries'> {
  readonly state: HomeState
  readonly at: number
}

function Strip({ state: { going, attention, shares }, at, queries }: StripProps) {
  const zone = useZone()
  const readyAt = readyBy(going.evaluations, at)
  const [first] = attention.evaluations
  return (
    <p className="home-strip" data-testid="home-strip">
      <span>
        <Link href={`/evaluations${searchOf(queries.going)}`}>{formatCount(going.total)} running</Link>
        {readyAt === null ? '' : `, ready ${formatInstant(readyAt, zone).slice(11, 16)}`}
      </span>
      <span className={first === undefined ? '' : 'warn'}>
        <Link href={`/evaluations${searchOf(queries.attention)}`}>
          {attention.total === 0
            ? 'nothing needs'
            : `${formatCount(attention.total)} ${inNumber(attention.total, 'needs', 'need')}`}{' '}
          you
        </Link>
        {first === undefined ? '' : `: ${attentionWords(first)}`}
      </span>
      {shares === null ? null : (
        <span>
          <Link href={poolAddress(shares.pool, '1h')}>pool</Link> {poolWords(shares)}
        </span>
      )}
    </p>
  )
}

/** When the last of them is expected to end; null while that is not known of each. */
function readyBy(rows: readonly EvaluationRow[], at: number): number | null {
  const running = rows.filter(({ status }) => status === 'running')
  const left = running.flatMap(({ eta }) => (eta === null ? [] : [eta.seconds]))
  return left.length === 0 || left.length < running.length ? null : at + 1000 * Math.max(...left)
}

function attentionWords({ status, source, trials }: EvaluationRow): string {
  switch (status) {
    case 'failed':
      return source === null ? 'an evaluation failed' : 'an import failed'
    case 'budget_stopped':
      return 'stopped at a cap'
    case 'stuck':
      return 'an evaluation is stuck'
    case 'running':
    case 'paused':
    case 'done':
    case 'decided':
    case 'cancelled':
      return `${counted(trials.blocked, 'question')} failed`
  }
}

/** How much of the pool is in use, and the team's part of that. */
function poolWords({ slots, teams, workers, paused }: PoolShares): string {
  if (paused !== null) return 'is paused'
  if (slots === 0) return workers.known === 0 ? 'has no worker' : 'has no worker that is ready'
  const active = teams.reduce((sum, team) => sum + team.active, 0)
  const own = teams.find((team) => team.own)?.share ?? null
  return `${whole(active / slots)} in use${own === null ? '' : `, your share ${whole(own)}`}`
}

function whole(share: number): string {
  return `${Math.round(100 * Math.min(1, share))}%`
}

/** One that runs: how far it is, how it stands with the limits between which it will end, when it is ready. */
function Card({ row }: { readonly row: EvaluationRow }) {
  const { id, name, trials, eta, best, cost } = row
  const live = best?.live ?? null
  return (
    <li className="panel now-card" data-now={id}>
      <p className="now-name">
        <Link href={`/evaluations/${encodeURIComponent(id)}`} prefetch={false}>
          {name}
        </Link>{' '}
        <ProvenanceBadge {...row} />
      </p>
      <p className="now-line">
        <Status of={row} />
        <span className="muted" title={eta === null ? undefined : formatLongestLeft(eta)}>
          {eta === null ? '' : `${formatTimeLeft(eta)} left`}
        </span>
      </p>
      <Progress trials={trials} />
      <p className="now-line">
        {best === null || live === null ? (
          <span className="muted">Too few questions are finished for an accuracy.</span>
        ) : (
          <>
            <span title={best.label}>{methodName(best)}</span>
            <em>
              {formatShare(best.accuracy)} so far, ends {(100 * live.low).toFixed(0)}–{(100 * live.high).toFixed(0)}%
            </em>
          </>
        )}
      </p>
      <LimitsBar value={live === null || best === null ? null : best.accuracy} limits={live} />
      <p className="now-line muted">
        <Cost of={cost} />
        <span>{row.owner ?? ''}</span>
      </p>
    </li>
  )
}

interface BarProps {
  readonly value: number | null
  readonly limits: { readonly low: number; readonly high: number } | null
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

/** Where an accuracy stands between 0 and 100 %, and the limits between which it will end; the words are beside it. */
function LimitsBar({ value, limits }: BarProps) {
  return (
    <span className="limits-bar" aria-hidden="true">
      {limits === null || value === null ? null : (
        <>
          <span
            className="limits-range"
            style={{ left: percent(limits.low), width: percent(limits.high - limits.low) }}
          />
          <span className="limits-point" style={{ left: percent(value) }} />
        </>
      )}
    </span>
  )
}
