'use client'
import type { EvaluationStatistics, EvaluationView, FinalStatistics, SignalQuality } from '@cges-fleet/core'
import Link from 'next/link'
import { nameMethods } from '../../families/name-methods'
import { TextTable } from '../../format/table/text-table'
import { ProvenanceBadge } from '../../frame/provenance-badge'
import { useStatistics } from '../use-statistics'
import { RiskFigure, SignalFigures } from './signal-figures'
import { qualityTable } from './signal-tables'
import { StoppingFigure } from './stopping-figure'
import { usedSignals } from './used-signals'

interface Props {
  readonly view: EvaluationView
  readonly initial: EvaluationStatistics | null
  /** The signal asked for in the address, be there one or not. */
  readonly wanted: string | null
}

/** How far each confidence signal can be believed: did the promise of γ hold, is it calibrated, does it rank, does it drift. */
export function SignalsPage({ view, initial, wanted }: Props) {
  const { statistics, problem } = useStatistics(view, initial)
  const path = `/evaluations/${encodeURIComponent(view.id)}`
  const final = statistics?.final ?? null
  return (
    <article className="signals-page" data-testid="signals-page">
      <header className="evaluation-header">
        <nav className="crumbs" aria-label="Breadcrumb">
          <Link href="/evaluations">Evaluations</Link> / <Link href={path}>{view.name}</Link>
        </nav>
        <div className="title-row">
          <h1>Confidence signals</h1>
          <ProvenanceBadge {...view} />
        </div>
        <p className="subtitle">
          {view.benchmark.title} · {view.pool.model}
        </p>
      </header>
      {final === null ? (
        <p className="panel muted" data-testid="statistics-missing">
          {whyNone(view, problem)}
        </p>
      ) : null}
      {final === null ? null : <Measured view={view} final={final} wanted={wanted} />}
    </article>
  )
}

function whyNone({ finishedAt, status }: EvaluationView, problem: string | null): string {
  if (problem !== null) return `Signals cannot be shown: ${problem}. Trying again.`
  if (finishedAt === null)
    return 'Signals are measured once every trial is closed: while it runs, easy questions are read first and would flatter them.'
  return status === 'done'
    ? 'Signals are being measured …'
    : 'It ended before every trial was closed: nothing is measured.'
}

interface MeasuredProps {
  readonly view: EvaluationView
  readonly final: FinalStatistics
  readonly wanted: string | null
}

function Measured({ view, final, wanted }: MeasuredProps) {
  const reports = nameMethods(view.methods).filter(({ spec }) => spec.method === 'cges')
  const used = usedSignals(reports)
  const { signals } = final
  const shown =
    signals.find(({ signal }) => signal === wanted) ?? signals.find(({ signal }) => used.includes(signal)) ?? signals[0]
  if (shown === undefined) return <p className="panel muted">No answer here has a confidence.</p>
  return (
    <div className="numbers">
      <StoppingFigure reports={reports} curves={final.curves} />
      <section className="panel" aria-labelledby="all-signals">
        <h2 id="all-signals">All signals, beside one that is always the same</h2>
        <TextTable title={`Confidence signals: ${view.name}`} table={qualityTable(signals)} />
        <p className="footnote">
          Over all answers drawn, whichever method asked for them; where methods stopped early, hard questions have more
          answers than easy ones. ECE: how far confidence is from accuracy, with a 95% interval over resampled
          questions. AUC: the chance that a right answer is surer than a wrong one, with a 95% interval that takes
          questions as clusters. μ̂: mean log-odds where right less where wrong. Gains: questions on which the right
          answer gains on every competitor, of those where it was drawn.
        </p>
      </section>
      <SignalNav signals={signals} shown={shown} path={`/evaluations/${encodeURIComponent(view.id)}/signals`} />
      <section className="panel" aria-label={shown.signal} data-testid="signal">
        {shown.warning === null ? null : <p className="warn">{shown.warning}</p>}
        <SignalFigures signal={shown.signal} quality={shown} height={340} />
        <RiskFigure signal={shown.signal} quality={shown} height={300} />
        <p className="footnote">
          Reliability: up to fifteen bins of equally many answers, with Wilson’s 95% interval, the dashed line where a
          calibrated signal lies; the bars below show where answers lie close together. ROC and risk: the dashed line is
          what a confidence that is always the same gives. Drift: intervals take answers as independent.
        </p>
      </section>
    </div>
  )
}

interface NavProps {
  readonly signals: readonly SignalQuality[]
  readonly shown: SignalQuality
  readonly path: string
}

function SignalNav({ signals, shown, path }: NavProps) {
  return (
    <nav className="signal-nav" aria-label="Signal">
      {signals.map(({ signal }) => (
        <Link
          key={signal}
          href={`${path}?signal=${encodeURIComponent(signal)}`}
          scroll={false}
          aria-current={signal === shown.signal ? 'page' : undefined}
        >
          {signal}
        </Link>
      ))}
    </nav>
  )
}
