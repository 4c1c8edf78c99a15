import type { ReportContent, writeReport as Written } from '@cges-fleet/report'
import { renderToStaticMarkup } from 'react-dom/server'
import { CommentedPanel } from './commented-panel'
import { AccuracyFigure } from '../evaluation/accuracy-figure'
import { KpiStrip } from '../evaluation/tabs/kpi-strip'
import { MethodsTable } from '../evaluation/methods-table'
import { Notes } from '../evaluation/notes'
import { Provenance, Timeline } from '../evaluation/tabs/provenance'
import { ProvenanceBody } from '../evaluation/tabs/provenance-body'
import { UnresolvedFigure } from '../evaluation/tabs/progress-figures'
import { CoverageFigure } from '../evaluation/signals/coverage-figure'
import { SignalCharts, StoppingFigure } from '../evaluation/signals/signal-figures'
import { usedSignals } from '../evaluation/signals/signals'
import { FiguresTable } from '../evaluation/statistics/figures-table'
import { OutcomesPanel } from '../evaluation/statistics/outcomes-panel'
import { ReadingsPanel } from '../evaluation/statistics/readings-panel'
import { withIntervals } from '../evaluation/statistics/story'
import { SubsetsPanel } from '../evaluation/statistics/subsets-panel'
import { Verdict } from '../evaluation/verdict'
import { Status } from '../../ui/format/marks'
import { formatInstant } from '../../ui/format/times'
import { groupByFamily, type NamedReport, nameMethods } from '../../ui/methods/names'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import { OnPaper } from '../../ui/shell/on-paper'

/** The report's styles, inlined when the module is built. */
declare const REPORT_STYLES: string

/** Nothing may be fetched or run, whatever a name or a model's response contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** Writes an evaluation as one page that opens anywhere: the dashboard's own components, without what needs a fleet or a script. */
export const writeReport: typeof Written = (content) => {
  const page = renderToStaticMarkup(
    <html lang="en" data-theme="system">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="generator" content={`cges-fleet ${content.view.reproduction.release}`} />
        <title>{content.view.name}</title>
        <style>{REPORT_STYLES}</style>
      </head>
      <body>
        <OnPaper value>
          <ReportPage {...content} />
        </OnPaper>
      </body>
    </html>,
  )
  return `<!doctype html>\n${page}\n`
}

/** All that an evaluation's page says, to be read anywhere: what was found, drawn, and what it takes to find it again. */
function ReportPage({ view: stored, statistics, commented, writtenAt }: ReportContent) {
  const { final } = statistics
  const view = withIntervals(stored, final)
  const reports = groupByFamily(nameMethods(view.methods)).flatMap((group) => group.reports)
  return (
    <main className="report">
      <ReportHeader view={view} readings={statistics.samples.readings} writtenAt={writtenAt} />
      <div className="numbers">
        <Verdict view={view} reports={nameMethods(view.methods)} final={final} />
        <KpiStrip view={view} />
        <MethodsTable
          id={view.id}
          reports={nameMethods(view.methods)}
          drawn={view.samples.drawn}
          final={final}
          title={view.name}
        />
        <div className="charts">
          <AccuracyFigure id={view.id} reports={reports} final={final} />
          <UnresolvedFigure id={view.id} reports={reports} />
        </div>
        <Signals reports={reports} final={final} />
        <CommentedPanel of={commented} />
        <Rest view={view} statistics={statistics} reports={reports} />
      </div>
    </main>
  )
}

interface SignalsProps {
  readonly reports: readonly NamedReport[]
  readonly final: ReportContent['statistics']['final']
}

/** How far the confidences can be believed, and what they are worth. */
function Signals({ reports, final }: SignalsProps) {
  const signals = usedSignals(reports)
  return (
    <>
      {signals.length === 0 ? null : (
        <section className="panel" aria-labelledby="signals-title">
          <h2 id="signals-title">Confidence signals: calibration, ranking and drift</h2>
          {signals.map((signal) => (
            <SignalCharts
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
    </>
  )
}

interface RestProps extends Pick<ReportContent, 'view' | 'statistics'> {
  readonly reports: readonly NamedReport[]
}

/** Every figure, and all that it takes to repeat them. */
function Rest({ view, statistics, reports }: RestProps) {
  const { final } = statistics
  return (
    <>
      <OutcomesPanel id={view.id} reports={reports} statistics={statistics} />
      <ReadingsPanel readings={statistics.samples.readings} />
      <FiguresTable view={view} reports={reports} final={final} />
      <SubsetsPanel final={final} />
      <Provenance view={view}>
        <ProvenanceBody view={view} />
      </Provenance>
      <Timeline events={view.events} />
    </>
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
        <Status of={view} />
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
          they will change. Rely only on where they will end.
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

const CHOICES = ['system', 'light', 'dark'] as const

/** Chooses the colours a file is read in, by styles alone; the choice lasts until the file is closed. */
function ThemeChoice() {
  return (
    <fieldset className="theme-choice">
      <legend>Colours</legend>
      {CHOICES.map((theme) => (
        <label key={theme}>
          <input type="radio" name="theme" value={theme} defaultChecked={theme === 'system'} /> {theme}
        </label>
      ))}
    </fieldset>
  )
}
