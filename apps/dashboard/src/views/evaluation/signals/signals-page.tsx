'use client'

import type { EvaluationStatistics, EvaluationView, FinalStatistics, SignalQuality } from '@cges-fleet/core'
import { lowConfidenceWords } from '@cges-fleet/core/note-words'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { type Binning, usedSignals } from './signals'
import { CoverageFigure } from './coverage-figure'
import { SignalAdvice } from './signal-advice'
import { RiskFigure, SignalCharts, StoppingFigure } from './signal-figures'
import { qualityTable } from './signal-tables'
import { nameMethods } from '../../../ui/methods/names'
import { ProvenanceBadge } from '../../../ui/provenance/provenance-badge'
import { TextTable } from '../../../ui/table/text-table'
import { useStatistics } from '../statistics/use-statistics'

interface Props {
  readonly view: EvaluationView
  readonly initial: EvaluationStatistics | null
  /** The signal named in the address, whether it exists or not. */
  readonly wanted: string | null
  readonly binning: Binning
}

/**
 * How far each confidence signal can be trusted: whether the promise of γ held, and whether it is calibrated, ranks, or
 * drifts.
 */
export function SignalsPage({ view, initial, wanted, binning }: Props) {
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
      {final === null ? null : <Measured view={view} final={final} wanted={wanted} binning={binning} />}
    </article>
  )
}

function whyNone({ finishedAt, status }: EvaluationView, problem: string | null): string {
  if (problem !== null) return `Signals cannot be shown: ${problem}. Trying again.`
  if (finishedAt === null)
    return 'Signals are measured once every question is finished: easy questions finish first and would make them look better.'
  return status === 'done'
    ? 'Signals are being measured …'
    : 'It ended before every question was finished, so nothing is measured.'
}

interface MeasuredProps extends Pick<Props, 'view' | 'wanted' | 'binning'> {
  readonly final: FinalStatistics
}

function Measured({ view, final, wanted, binning }: MeasuredProps) {
  const all = nameMethods(view.methods)
  const reports = all.filter(({ spec }) => spec.method === 'cges')
  const used = usedSignals(all)
  const { signals } = final
  const shown =
    signals.find(({ signal }) => signal === wanted) ?? signals.find(({ signal }) => used.includes(signal)) ?? signals[0]
  const path = `/evaluations/${encodeURIComponent(view.id)}/signals`
  const coverage = <CoverageFigure reports={all} curves={final.coverage} />
  if (shown === undefined) return <Unsure>{coverage}</Unsure>
  return (
    <div className="numbers">
      <SignalAdvice view={view} reports={all} final={final} shown={shown} />
      <StoppingFigure reports={reports} curves={final.curves} />
      {coverage}
      <section className="panel" aria-labelledby="all-signals">
        <h2 id="all-signals">All signals, compared with a constant one</h2>
        <TextTable title={`Confidence signals: ${view.name}`} table={qualityTable(signals)} />
        <p className="footnote">
          Over all answers drawn, whichever method asked for them; where methods stopped early, hard questions have more
          answers than easy ones. ECE: how far confidence is from accuracy, with a 95% interval over resampled
          questions. AUC: the chance that a right answer is surer than a wrong one, with a 95% interval that takes
          questions as clusters. μ̂: mean log-odds where right less where wrong. Gains: questions on which the right
          answer gains on every competitor, of those where it was drawn.
        </p>
      </section>
      <div className="window-row">
        <SignalNav signals={signals} shown={shown} path={path} binning={binning} />
        <BinningNav shown={shown} path={path} binning={binning} />
      </div>
      <section className="panel" aria-label={shown.signal} data-testid="signal">
        {shown.warning === null ? null : <p className="warn">{lowConfidenceWords(shown.warning.counts.median)}</p>}
        <SignalCharts signal={shown.signal} quality={shown} height={340} binning={binning} />
        <RiskFigure signal={shown.signal} quality={shown} height={300} />
        <HowToRead binning={binning} />
      </section>
    </div>
  )
}

function Unsure({ children }: { readonly children: ReactNode }) {
  return (
    <div className="numbers">
      <p className="panel muted">No answer here has a confidence.</p>
      {children}
    </div>
  )
}

function HowToRead({ binning }: Pick<Props, 'binning'>) {
  return (
    <p className="footnote">
      Reliability:{' '}
      {binning === 'mass'
        ? 'up to fifteen bins of equally many answers'
        : 'ten bins of equal width, the empty ones left out, which the ECE is of'}
      , with Wilson’s 95% interval, the dashed line where a calibrated signal lies; the bars below show where{' '}
      {binning === 'mass' ? 'answers lie close together' : 'most answers lie'}. ROC and risk: the dashed line is what a
      confidence that is always the same gives. Drift: intervals take answers as independent.
    </p>
  )
}

interface NavProps {
  readonly signals: readonly SignalQuality[]
  readonly shown: SignalQuality
  readonly path: string
  readonly binning: Binning
}

function SignalNav({ signals, shown, path, binning }: NavProps) {
  return (
    <nav className="signal-nav" aria-label="Signal">
      {signals.map(({ signal }) => (
        <Link
          key={signal}
          href={signalAddress(path, signal, binning)}
          scroll={false}
          aria-current={signal === shown.signal ? 'page' : undefined}
        >
          {signal}
        </Link>
      ))}
    </nav>
  )
}

const BINNINGS = [
  ['mass', 'Equally many answers a bin'],
  ['width', 'Bins of equal width'],
] as const

function BinningNav({ shown, path, binning }: Omit<NavProps, 'signals'>) {
  return (
    <nav className="signal-nav" aria-label="Bins of the reliability diagram">
      {BINNINGS.map(([one, words]) => (
        <Link
          key={one}
          href={signalAddress(path, shown.signal, one)}
          scroll={false}
          aria-current={one === binning ? 'page' : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}

function signalAddress(path: string, signal: string, binning: Binning): string {
  return `${path}?signal=${encodeURIComponent(signal)}${binning === 'mass' ? '' : `&bins=${binning}`}`
}
