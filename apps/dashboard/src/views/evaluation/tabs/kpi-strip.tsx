import { moneyWords } from '@cges-fleet/core/money-words'
import type { EvaluationView } from '@cges-fleet/core'
import { counted, countedOf } from '@cges-fleet/core/counted'
import { finishByWords, finishedByWords } from '@cges-fleet/core/finish-by-words'
import { hasEnded } from '@cges-fleet/core/status-words'
import type { ReactNode } from 'react'
import { QuestionsLink } from '../../../addresses/questions-link'
import { Missing } from '../../../ui/format/marks'
import { formatCount, formatGpuHours, formatProgress, formatRate } from '../../../ui/format/numbers'
import { formatDuration, formatLongestLeft, formatTimeLeft } from '../../../ui/format/times'

/** The evaluation's progress, its speed, and its samples. */
export function KpiStrip({ view }: { readonly view: EvaluationView }) {
  const { samples } = view
  if (view.source !== null) return <ImportedKpis view={view} />
  return (
    <dl className="panel kpis">
      <ClosedKpi view={view} />
      <TimeKpi view={view} />
      <RateKpi view={view} />
      <Kpi
        name="Model calls"
        value={<Drawn view={view} />}
        detail={`${counted(samples.attempts, 'attempt')}, ${overhead(samples)}${aheadOf(samples)}${abandonedOf(samples)}`}
      />
      <Kpi
        name="In flight"
        value={formatCount(samples.inFlight)}
        detail={`${formatCount(samples.waiting)} waiting for a worker`}
      />
      <CostKpi view={view} />
      <TextsKpi view={view} />
      <BlockedKpi view={view} why="a sample could not be drawn" />
    </dl>
  )
}

/** GPU time and, where the pool had a price, money. */
function CostKpi({ view: { spent } }: { readonly view: EvaluationView }) {
  const { gpuSeconds, money, currency } = spent
  const detail = money === null || currency === null ? 'no price was set' : moneyWords(money, currency)
  return <Kpi name="GPU hours" value={formatGpuHours(gpuSeconds)} detail={detail} />
}

interface BlockedProps {
  readonly view: EvaluationView
  readonly why: string
}

function BlockedKpi({ view: { id, trials }, why }: BlockedProps) {
  if (trials.blocked === 0) return <Kpi name="Failed questions" value="0" detail="none" />
  const value = (
    <QuestionsLink id={id} of={{ filter: 'blocked' }}>
      {formatCount(trials.blocked)}
    </QuestionsLink>
  )
  return <Kpi name="Failed questions" value={value} detail={why} />
}

/** How far samples are independent draws: other seeds must give other texts. */
function TextsKpi({ view: { independence } }: { readonly view: EvaluationView }) {
  const { texts, distinct, questions, copied } = independence
  if (questions === 0) {
    return <Kpi name="Distinct texts" value={<Missing why="no question has two texts yet" />} detail="of its samples" />
  }
  const detail = copied === 0 ? 'within each question' : `${countedOf(copied, questions, 'question')} with one text`
  return <Kpi name="Distinct texts" value={formatProgress(distinct, texts)} detail={detail} />
}

/** An imported log draws no samples, so it has no speed, no time left and nothing in flight. */
function ImportedKpis({ view }: { readonly view: EvaluationView }) {
  const { samples, pool } = view
  return (
    <dl className="panel kpis">
      <ClosedKpi view={view} />
      <Kpi name="Samples imported" value={formatCount(samples.drawn)} detail={`of ${pool.model}`} />
      <TextsKpi view={view} />
      <BlockedKpi view={view} why="the log lacks a sample" />
    </dl>
  )
}

/** Samples drawn, of the number if every question took the largest budget. */
function Drawn({ view: { samples, trials, methods } }: { readonly view: EvaluationView }) {
  const most = trials.total * Math.max(0, ...methods.map(({ spec }) => spec.budget))
  return (
    <>
      {formatCount(samples.drawn)}{' '}
      <span className="kpi-of" title="if every question took the largest budget">
        / {formatCount(most)}
      </span>
    </>
  )
}

/** The spending under each cap that is set. */
function capped({ caps, spent }: EvaluationView): string[] {
  return (['calls', 'tokens'] as const).flatMap((what) => {
    const cap = caps[what]
    return cap === null ? [] : [`${formatCount(spent[what])} of at most ${counted(cap, what.slice(0, -1))}`]
  })
}

function ClosedKpi({ view }: { readonly view: EvaluationView }) {
  const { status, trials, samples } = view
  const { total, closed, blocked } = trials
  const percent = (count: number) => `${total === 0 ? 0 : (100 * count) / total}%`
  return (
    <div className="kpi kpi-wide">
      <dt>Questions finished</dt>
      <dd className="kpi-value" data-testid="closed">
        {formatCount(closed)} <span className="kpi-of">/ {formatCount(total)}</span>{' '}
        <span className="kpi-share">{formatProgress(closed, total)}</span>
      </dd>
      <dd className="progress-bar" aria-hidden="true">
        <span className="progress-closed" style={{ width: percent(closed) }} />
        <span className="progress-blocked" style={{ width: percent(blocked) }} />
      </dd>
      <dd className="kpi-detail">
        {[
          ...(status === 'running' ? [`running for ${formatDuration(samples.elapsedSeconds)}`] : []),
          ...capped(view),
        ].join(' · ')}
      </dd>
    </div>
  )
}

function TimeKpi({ view: { status, eta, samples, trials, finishBy } }: { readonly view: EvaluationView }) {
  if (status !== 'running') {
    const detail = finishBy === null || !hasEnded(status) ? 'in all' : finishedByWords(finishBy, formatDuration)
    return <Kpi name="Took" value={formatDuration(samples.elapsedSeconds)} detail={detail} />
  }
  const why = 'known once 5% of the questions are finished, while samples arrive'
  return eta === null ? (
    <Kpi
      name="Time left"
      value={<Missing why={why} />}
      detail={hasBegun(trials) ? 'no samples arrive' : 'shown from 5% on'}
    />
  ) : (
    <Kpi
      name="Time left"
      value={formatTimeLeft(eta)}
      detail={
        finishBy === null
          ? formatLongestLeft(eta)
          : finishByWords(finishBy, { low: eta.seconds, high: eta.atMostSeconds }, formatDuration)
      }
    />
  )
}

function hasBegun({ closed, total }: EvaluationView['trials']): boolean {
  return closed >= 0.05 * total
}

function RateKpi({ view: { status, samples } }: { readonly view: EvaluationView }) {
  const { perSecond, drawn, elapsedSeconds } = samples
  if (status === 'running') {
    const value = perSecond === null ? <Missing why="no sample has arrived yet" /> : formatRate(perSecond)
    return <Kpi name="Samples per second" value={value} detail="over the last 30 s" />
  }
  const average = elapsedSeconds > 0 ? formatRate(drawn / elapsedSeconds) : <Missing why="it took no measurable time" />
  return <Kpi name="Samples per second" value={average} detail="on average" />
}

function aheadOf({ extra }: EvaluationView['samples']): string {
  return extra === null ? '' : `; ${formatCount(extra)} not needed`
}

function abandonedOf({ abandoned }: EvaluationView['samples']): string {
  return abandoned === 0 ? '' : `; ${formatCount(abandoned)} abandoned`
}

function overhead({ attempts, drawn }: EvaluationView['samples']): string {
  return drawn === 0 ? 'none drawn yet' : `+${(100 * Math.max(0, attempts / drawn - 1)).toFixed(1)}%`
}

interface Props {
  readonly name: string
  readonly value: ReactNode
  readonly detail?: ReactNode
}

/** One number of the strip above the table. */
function Kpi({ name, value, detail }: Props) {
  return (
    <div className="kpi">
      <dt>{name}</dt>
      <dd className="kpi-value">{value}</dd>
      {detail === undefined ? null : <dd className="kpi-detail">{detail}</dd>}
    </div>
  )
}
