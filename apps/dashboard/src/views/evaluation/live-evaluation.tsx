'use client'

import type { EvaluationStatistics, EvaluationView } from '@cges-fleet/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useCalm, useNow } from '../../live/clock'
import { type FeedState, useEvaluation } from '../../live/evaluation-feed'
import { freshnessOf } from '../../live/feed-steps'
import { nameMethods } from '../../ui/methods/names'
import { EvaluationHeader } from './evaluation-header'
import { Results } from './results'
import { withIntervals } from './statistics/story'
import { useStatistics } from './statistics/use-statistics'
import { EvaluationTabs } from './tabs/evaluation-tabs'
import { Verdict } from './verdict'

/** With the stream's own quarter of a second, 95 % of counts are on screen within one second of their commit. */
const NUMBERS_MS = 700
const FIGURES_MS = 3_000

interface Props {
  readonly initial: EvaluationView
  /** Null if they take longer than a page can wait. */
  readonly statistics: EvaluationStatistics | null
  /** Whether the reader may change it. */
  readonly mayWrite: boolean
  /** The tab that the address asks for. */
  readonly tab: string | null
  /** What the server adds to the details. */
  readonly details: ReactNode
}

/** An evaluation's page, which starts from the server's snapshot and is kept up to date in place. */
export function LiveEvaluation({ initial, statistics, mayWrite, tab, details }: Props) {
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
        <Verdict view={numbers} reports={nameMethods(numbers.methods)} final={final} />
        <Results view={numbers} final={final} mayWrite={mayWrite} onChanged={ask} />
        <EvaluationTabs initial={tab} view={figures} final={final} statistics={worth} details={details} />
      </StaleShade>
    </article>
  )
}

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
