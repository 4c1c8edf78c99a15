import { TrafficDays, type TrafficView } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { moneyWords } from '@cges-fleet/core/money-words'
import Link from 'next/link'
import { formatCount, formatRange, formatSeconds, formatShare } from '../../ui/format/numbers'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import { ProvenanceScope } from '../../ui/provenance/provenance-scope'
import { provenanceKinds } from '../../ui/provenance/provenance'
import { TextTable } from '../../ui/table/text-table'
import { TrafficDaysFigure } from './traffic-days-figure'

interface Props {
  readonly traffic: TrafficView
  readonly days: TrafficDays
}

/** What the team's requests to the gateway came to: the calls saved first, then each model and method, then each day. */
export function TrafficPanel({ traffic, days }: Props) {
  const { all, keepDays, models } = traffic
  const marks = models.map(({ provenance }) => ({ provenance, simulated: false }))
  const kinds = marks.filter((one, at) => marks.findIndex((other) => other.provenance === one.provenance) === at)
  return (
    <ProvenanceScope of={marks}>
      <section className="panel" data-testid="traffic">
        <h2>
          Gateway{' '}
          {kinds.map((one) => (
            <ProvenanceBadge key={one.provenance} {...one} />
          ))}
        </h2>
        <nav className="signal-nav" aria-label="How far back">
          {TrafficDays.options.map((one) => (
            <Link
              key={one}
              href={`/settings/gateway?days=${one}`}
              prefetch={false}
              aria-current={one === days ? 'page' : undefined}
            >
              {one === '1' ? 'Today' : `${one} days`}
            </Link>
          ))}
        </nav>
        {all.requests === 0 ? <NoTraffic keepDays={keepDays} days={traffic.days} /> : <Figures traffic={traffic} />}
      </section>
      {all.requests === 0 ? null : <Tables traffic={traffic} />}
    </ProvenanceScope>
  )
}

function NoTraffic({ keepDays, days }: { readonly keepDays: number | null; readonly days: number }) {
  return (
    <div data-testid="no-traffic">
      <p>
        {keepDays === null ? 'Your team keeps no figures of its requests.' : `No requests in ${counted(days, 'day')}.`}
      </p>
      {keepDays === null ? (
        <p className="muted">
          An administrator of the fleet turns it on under Team, or with{' '}
          <code>cges team change TEAM --keep-requests-days 30</code>. No text of prompts or answers is kept.
        </p>
      ) : null}
      <p className="muted">
        To use the gateway, give a program that speaks OpenAI’s protocol its address as base URL, such as{' '}
        <code>http://127.0.0.1:8090/v1</code>, and a pool with a method as model, such as <code>gpu@asc-beta@16</code>.{' '}
        <code>cges up --gateway</code> starts one.
      </p>
    </div>
  )
}

const savedShare = ({ saved, budget }: TrafficView['all']) => saved / Math.max(1, budget)

function Figures({ traffic: { all, audit, auditShare, ended } }: Pick<Props, 'traffic'>) {
  const facts = [
    ['Calls saved', `${formatShare(savedShare(all))}: ${formatCount(all.saved)} of ${formatCount(all.budget)}`],
    ['Requests', formatCount(all.requests)],
    ['Agreement', all.agreement === null ? 'no answer yet' : formatShare(all.agreement)],
    ['Half answered within', secondsOf(all.p50Seconds)],
    ['95% answered within', secondsOf(all.p95Seconds)],
    ['Early answer differed', earlyOf(audit.early) ?? (auditShare > 0 ? 'none audited yet' : 'not audited')],
  ] as const
  return (
    <>
      <dl className="facts" data-testid="traffic-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        How they ended:{' '}
        {ended.map(({ stoppedBy, requests }) => `${endWords(stoppedBy)} ${formatCount(requests)}`).join(', ')}.
        {audit.calls + audit.abandoned === 0
          ? null
          : ` Audits drew ${counted(audit.calls, 'call')} besides, and ${formatCount(audit.abandoned)} were abandoned.`}
      </p>
      <p className="muted">
        Agreement: the answer’s mean share of the votes. Differed: audited answers that are not the majority of the
        whole budget, with 95% limits that hold whenever you look.
      </p>
    </>
  )
}

function endWords(stoppedBy: string): string {
  return stoppedBy === 'left' ? 'client left' : stoppedBy.replaceAll('_', ' ')
}

function secondsOf(seconds: number | null): string {
  return seconds === null ? '–' : formatSeconds(seconds)
}

function earlyOf(early: TrafficView['audit']['early']): string | null {
  if (early === null) return null
  return `${formatCount(early.differed)} of ${formatCount(early.share.n)} (${formatRange(early.share)}%)`
}

function Tables({ traffic: { models, byDay } }: Pick<Props, 'traffic'>) {
  return (
    <>
      <section className="panel" data-testid="traffic-models">
        <h2>By model and method</h2>
        <TextTable
          title="Gateway requests by model and method"
          table={{ columns: MODEL_COLUMNS, rows: models.map(modelRow) }}
        />
      </section>
      <TrafficDaysFigure byDay={byDay} />
    </>
  )
}

const MODEL_COLUMNS = [
  'Method',
  'Model (pool)',
  'Requests',
  'Calls',
  'Calls saved',
  'Agreement',
  'Tokens',
  'Median',
  '95%',
  'Cost',
  'Early answer differed',
]

function modelRow(one: TrafficView['models'][number]): string[] {
  const { pool, model, method, provenance, cost, currency } = one
  const kinds = provenanceKinds({ provenance, simulated: false })
  return [
    method,
    [`${model} (${pool})`, ...kinds].join(', '),
    formatCount(one.requests),
    formatCount(one.calls),
    formatShare(savedShare(one)),
    one.agreement === null ? '–' : formatShare(one.agreement),
    formatCount(one.tokens),
    secondsOf(one.p50Seconds),
    secondsOf(one.p95Seconds),
    cost === null || currency === null ? 'no price' : moneyWords(cost, currency),
    earlyOf(one.early) ?? '–',
  ]
}
