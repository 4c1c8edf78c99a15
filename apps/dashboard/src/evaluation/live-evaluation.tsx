'use client'
import type { EvaluationStatistics, EvaluationView } from '@cges-fleet/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { fetchLater } from '../frame/fetch-later'
import { StatisticsPanels } from '../statistics/statistics-panels'
import { useStatistics } from '../statistics/use-statistics'
import { withIntervals } from '../statistics/with-intervals'
import { useCalm } from '../live/use-calm'
import { useEvaluation } from '../live/use-evaluation'
import { EvaluationHeader } from './evaluation-header'
import { ExportLinks } from './export-links'
import { Figures } from './figures'
import { Numbers } from './numbers'
import { Provenance } from './provenance'
import { StaleShade } from './stale-shade'
import { Timeline } from './timeline'

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
