'use client'

import type { EvaluationStatistics, EvaluationView, FinalStatistics } from '@cges-fleet/core'
import { exportEvaluation } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import { lazy, memo, type ReactNode, Suspense, useMemo, useState } from 'react'
import { AccuracyFigure } from './accuracy-figure'
import { EvaluationHeader } from './evaluation-header'
import { Numbers } from './numbers'
import { Provenance, Timeline } from './provenance'
import { ThroughputFigure, UnresolvedFigure } from './progress-figures'
import { useCalm, useNow } from '../../live/clock'
import { type FeedState, useEvaluation } from '../../live/evaluation-feed'
import { freshnessOf } from '../../live/feed-steps'
import { SignalsStrip } from './signals/signals-strip'
import { groupByFamily, nameMethods } from '../../ui/methods/names'
import { fetchLater } from '../../ui/shell/fetch-later'
import { StatisticsPanels } from './statistics/statistics-panels'
import { withIntervals } from './statistics/story'
import { useStatistics } from './statistics/use-statistics'

/** Folded away at first, it comes after the rest. */
const ProvenanceBody = lazy(() =>
  fetchLater(() => import('./provenance-body')).then(({ ProvenanceBody }) => ({ default: ProvenanceBody })),
)

/** With the stream's own quarter of a second, 95 % of counts are on screen within one second of their commit. */
const NUMBERS_MS = 700
const FIGURES_MS = 3_000

interface Props {
  readonly initial: EvaluationView
  /** Null if they take longer than a page can wait. */
  readonly statistics: EvaluationStatistics | null
  /** Whether the reader may change it. */
  readonly mayWrite: boolean
}

/** An evaluation's page, which starts from the server's snapshot and is kept up to date in place. */
export function LiveEvaluation({ initial, statistics, mayWrite }: Props) {
  const { state, toggleHold, ask } = useEvaluation(initial)
  // Final results are shown at once, in all parts of the page.
  const running = state.view.finishedAt === null
  const worth = useStatistics(state.view, statistics)
  // An evaluation that had ended when the page was opened reserves no space for results still to come.
  const [still] = useState(!running && statistics?.final != null)
  const final = running ? null : (worth.statistics?.final ?? null)
  const view = useMemo(() => withIntervals(state.view, final), [state.view, final])
  const numbers = useCalm(view, running ? NUMBERS_MS : 0)
  const figures = useCalm(view, running ? FIGURES_MS : 0)
  return (
    <article data-version={numbers.version} {...(still ? { 'data-still': true } : {})}>
      <EvaluationHeader
        state={state}
        readings={worth.statistics?.samples.readings ?? null}
        toggleHold={toggleHold}
        onChanged={ask}
        mayWrite={mayWrite}
      />
      <StaleShade state={state}>
        <Numbers view={numbers} final={final} />
        <Figures view={figures} final={final} />
        <StatisticsPanels view={figures} {...worth} />
        <Provenance view={figures}>
          <Suspense>
            <ProvenanceBody view={figures} />
          </Suspense>
        </Provenance>
        <ExportLinks view={figures} />
        <Timeline events={figures.events} />
      </StaleShade>
    </article>
  )
}

interface FiguresProps {
  readonly view: EvaluationView
  readonly final: FinalStatistics | null
}

/** The same numbers drawn. */
const Figures = memo(function Figures({ view, final }: FiguresProps) {
  const reports = groupByFamily(nameMethods(view.methods)).flatMap((group) => group.reports)
  return (
    <>
      <div className="charts">
        <AccuracyFigure id={view.id} reports={reports} final={final} />
        <UnresolvedFigure id={view.id} reports={reports} />
      </div>
      <SignalsStrip id={view.id} reports={reports} final={final} />
      {view.source === null ? <ThroughputFigure view={view} /> : null}
    </>
  )
})

interface StaleShadeProps {
  readonly state: FeedState
  readonly children: ReactNode
}

/** Dims numbers that are so old that they should look it. */
function StaleShade({ state: { view, connection, confirmedAt }, children }: StaleShadeProps) {
  const now = useNow(1_000)
  const ageMs = now === null || confirmedAt === null ? null : now - confirmedAt
  const { tone } = freshnessOf({ status: view.status, connection, ageMs })
  return <div className={tone === 'stale' ? 'numbers stale' : 'numbers'}>{children}</div>
}

const FILES = [
  ['CSV', 'verdicts.csv', 'one line a question and method'],
  ['Samples', 'samples.jsonl', 'one JSON line a sample, without reference answers'],
  ['Reference answers', 'gold.jsonl', 'with the grade of every answer'],
  ['lm-eval samples', 'lm-eval-samples.jsonl', 'one filter a method'],
  ['lm-eval results', 'lm-eval-results.json', 'one filter a method'],
  ['Inspect', 'inspect.json', 'an epoch is a sample'],
] as const

/** The evaluation as files that other programs read. */
function ExportLinks({ view }: { readonly view: Pick<EvaluationView, 'id'> }) {
  return (
    <nav className="exports" aria-label="Download" data-testid="exports">
      <span className="muted">Download</span>
      {FILES.map(([name, file, about]) => (
        <a key={file} href={pathOf(exportEvaluation, { path: { id: view.id, file } })} title={about} download>
          {name}
        </a>
      ))}
    </nav>
  )
}
