import { counted } from '@cges-fleet/core/counted'
import { moneyWords } from '@cges-fleet/core/money-words'
import type { AccountsView, TeamView } from '@cges-fleet/core'
import { exportAccounts } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import Link from 'next/link'
import { formatCount, formatGpuHours, formatShare, formatSize } from '../../ui/format/numbers'
import { TextTable } from '../../ui/table/text-table'

type Used = AccountsView['limits']

/** The account that measures the use of each limit; calls per evaluation have none. */
const ACCOUNT_OF: Readonly<Partial<Record<keyof TeamView['limits'], keyof Used>>> = {
  samplesInFlight: 'samplesInFlight',
  tokensPerDay: 'tokensToday',
  gpuSecondsPerMonth: 'gpuSecondsThisMonth',
  storedBytes: 'storedBytes',
}

interface Props {
  readonly team: TeamView
  readonly used: Used
}

/** A team's limits and how near it is to them, and its weight against the others. */
export function LimitsPanel({ team, used }: Props) {
  return (
    <section className="panel">
      <h2>Team {team.name}</h2>
      <dl className="facts limits" data-testid="limits">
        <div>
          <dt>Weight in a pool</dt>
          <dd>{team.weight}</dd>
        </div>
        {LIMIT_TITLES.map(([limit, title]) => {
          const account = ACCOUNT_OF[limit]
          return (
            <div key={limit}>
              <dt>{title}</dt>
              <Limit
                most={team.limits[limit]}
                used={account === undefined ? null : used[account].used}
                format={limit === 'storedBytes' ? formatSize : formatCount}
              />
            </div>
          )
        })}
        <Kept team={team} />
      </dl>
    </section>
  )
}

/** How long a team keeps what it has. */
function Kept({ team }: Pick<Props, 'team'>) {
  return (
    <>
      {KEEP_TITLES.map(([kept, title]) => (
        <div key={kept}>
          <dt>{title}</dt>
          <dd>
            {team.keep[kept] === null ? (
              <span className="muted">kept</span>
            ) : (
              `deleted after ${counted(team.keep[kept], 'day')}`
            )}
          </dd>
        </div>
      ))}
      <div>
        <dt>
          <Link href="/settings/gateway" prefetch={false}>
            Requests to the gateway
          </Link>
        </dt>
        <dd>
          {team.gateway.keepDays === null ? (
            <span className="muted">not kept</span>
          ) : (
            `figures deleted after ${counted(team.gateway.keepDays, 'day')}`
          )}
        </dd>
      </div>
    </>
  )
}

const KEEP_TITLES = [
  ['finishedDays', 'Ended evaluations'],
  ['archivedDays', 'Archived evaluations'],
  ['textsDays', 'Texts of ended evaluations'],
] as const

interface LimitProps {
  readonly most: number | null
  readonly used: number | null
  readonly format: (amount: number) => string
}

function Limit({ most, used, format }: LimitProps) {
  const limit = most === null ? <span className="muted">no limit</span> : format(most)
  if (used === null) return <dd>{limit}</dd>
  const share = most === null ? null : used / most
  return (
    <dd className={share !== null && share >= 0.9 ? 'warn' : ''}>
      {format(Math.round(used))} {most === null ? 'used, ' : 'of '}
      {limit}
      {share === null ? null : (
        <>
          {' '}
          ({formatShare(share)})
          <meter min={0} max={1} high={0.9} value={Math.min(1, share)} aria-hidden="true" />
        </>
      )}
    </dd>
  )
}

type Amounts = Omit<AccountsView['days'][number], 'day'>

const AMOUNTS = ['Pool', 'Calls', 'Tokens', 'GPU hours', 'Cost']

function amounts({ pool, calls, tokens, gpuSeconds, money, currency }: Amounts): string[] {
  const cost = money === null || currency === null ? 'no price' : moneyWords(money, currency)
  return [pool, formatCount(calls), formatCount(tokens), formatGpuHours(gpuSeconds), cost]
}

/** What a team's evaluations consumed, by month, then by day, and pool, the latest first. */
export function UsagePanel({ days, months }: Pick<AccountsView, 'days' | 'months'>) {
  return (
    <section className="panel" data-testid="usage">
      <h2>Recent usage</h2>
      {days.length === 0 && months.length === 0 ? (
        <p className="muted">
          No usage yet. After the first sample you see calls, tokens and GPU seconds here, by month and day.
        </p>
      ) : (
        <>
          <TextTable
            title="Used by month and pool"
            table={{
              columns: ['Month (UTC)', ...AMOUNTS, 'Calls saved'],
              rows: months.map(({ month, savedCalls, ...used }) => [month, ...amounts(used), formatCount(savedCalls)]),
            }}
          />
          <p className="exports">
            <a href={pathOf(exportAccounts)} download>
              Statement as CSV
            </a>{' '}
            <span className="muted">
              Calls saved: calls that budgets allowed and nobody made, in evaluations that finished in that month. With
              SC among the methods it is 0, unless <code>until</code> ended it; <code>cges accounts ID</code> shows the
              calls of each method alone.
            </span>
          </p>
          <TextTable
            title="Used by day and pool"
            table={{
              columns: ['Day (UTC)', ...AMOUNTS],
              rows: days.map(({ day, ...used }) => [day, ...amounts(used)]),
            }}
          />
        </>
      )}
    </section>
  )
}

/** Each limit's title on screen; a size is shown in its own unit, and entered in GiB. */
export const LIMIT_TITLES: readonly (readonly [keyof TeamView['limits'], string])[] = [
  ['samplesInFlight', 'Samples in flight'],
  ['tokensPerDay', 'Tokens a day'],
  ['gpuSecondsPerMonth', 'GPU seconds a month'],
  ['callsPerEvaluation', 'Calls of one evaluation'],
  ['storedBytes', 'Stored'],
]
