import type { ReportContent } from '@cges-fleet/report'
import { AccuracyFigure } from '../evaluation/accuracy-figure'
import { Notes } from '../evaluation/notes'
import { Numbers } from '../evaluation/numbers'
import { Provenance } from '../evaluation/provenance'
import { ProvenanceBody } from '../evaluation/provenance-body'
import { Timeline } from '../evaluation/timeline'
import { UnresolvedFigure } from '../evaluation/unresolved-figure'
import { groupByFamily } from '../families/group-by-family'
import { nameMethods } from '../families/name-methods'
import { formatInstant } from '../format/format-instant'
import { ProvenanceBadge } from '../frame/provenance-badge'
import { Status } from '../frame/status'
import { SignalFigures } from '../statistics/signals/signal-figures'
import { CoverageFigure } from '../statistics/signals/coverage-figure'
import { StoppingFigure } from '../statistics/signals/stopping-figure'
import { usedSignals } from '../statistics/signals/used-signals'
import { StatisticsPanels } from '../statistics/statistics-panels'
import { withIntervals } from '../statistics/with-intervals'
import { ThemeChoice } from './theme-choice'

/** All that an evaluation's page says, to be read anywhere: what was found, drawn, and what it takes to find it again. */
export function ReportPage({ view: told, statistics, writtenAt }: ReportContent) {
  const { final } = statistics
  const view = withIntervals(told, final)
  const reports = groupByFamily(nameMethods(view.methods)).flatMap((group) => group.reports)
  const signals = usedSignals(reports)
  return (
    <main className="report">
      <ReportHeader view={view} readings={statistics.samples.readings} writtenAt={writtenAt} />
      <div className="numbers">
        <Numbers view={view} final={final} />
        <div className="charts">
          <AccuracyFigure id={view.id} reports={reports} final={final} />
          <UnresolvedFigure id={view.id} reports={reports} />
        </div>
        {signals.length === 0 ? null : (
          <section className="panel" aria-labelledby="signals-title">
            <h2 id="signals-title">Confidence signals: calibration, ranking and drift</h2>
            {signals.map((signal) => (
              <SignalFigures
                key={signal}
                signal={signal}
                quality={final?.signals.find((each) => each.signal === signal) ?? null}
                height={210}
              />
            ))}
          </section>
        )}
        {final === null || signals.length === 0 ? null : (
          <StoppingFigure reports={reports.filter(({ spec }) => spec.method === 'cges')} curves={final.curves} />
        )}
        {final === null ? null : <CoverageFigure reports={reports} curves={final.coverage} />}
        <StatisticsPanels view={view} statistics={statistics} problem={null} />
        <Provenance view={view}>
          <ProvenanceBody view={view} />
        </Provenance>
        <Timeline events={view.events} />
      </div>
    </main>
  )
}

interface HeaderProps extends Pick<ReportContent, 'view' | 'writtenAt'> {
  readonly readings: ReportContent['statistics']['samples']['readings']
}

function ReportHeader({ view, readings, writtenAt }: HeaderProps) {
  const written = formatInstant(writtenAt)
  return (
    <header className="evaluation-header">
      <div className="title-row">
        <h1>{view.name}</h1>
        <Status status={view.status} />
        <ProvenanceBadge {...view} />
        <span className="spacer" />
        <ThemeChoice />
      </div>
      <p className="subtitle">
        {view.benchmark.title} · {view.pool.model}
      </p>
      {view.finishedAt === null ? (
        <p className="report-live" role="note">
          <strong>Live, not final.</strong> These are the figures of {formatInstant(view.at)}, while it {isWhat(view)}:
          they will change, and what is said of where they will end is all that can be relied on.
        </p>
      ) : null}
      <Notes view={view} readings={readings} />
      <p className="footnote">
        Written {written} by cges-fleet {view.reproduction.release} from evaluation <code>{view.id}</code>. The page
        needs no network.
      </p>
    </header>
  )
}

function isWhat({ status }: ReportContent['view']): string {
  return status === 'paused' ? 'was paused' : 'ran'
}
