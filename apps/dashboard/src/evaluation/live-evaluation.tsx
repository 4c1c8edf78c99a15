'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { groupByFamily } from '../families/group-by-family'
import { useEvaluation } from '../live/use-evaluation'
import { useNow } from '../live/use-now'
import { AccuracyFigure } from './accuracy-figure'
import { EvaluationHeader } from './evaluation-header'
import { isStale } from './is-stale'
import { KpiStrip } from './kpi-strip'
import { LeadLine } from './lead-line'
import { MethodsTable } from './methods-table'
import { Provenance } from './provenance'
import { ThroughputFigure } from './throughput-figure'
import { UnresolvedFigure } from './unresolved-figure'

/** An evaluation's page, from the server's snapshot on kept up to date in place. */
export function LiveEvaluation({ initial }: { readonly initial: EvaluationView }) {
  const { ask, ...state } = useEvaluation(initial)
  const stale = isStale(state, useNow(1_000))
  const { view } = state
  const reports = groupByFamily(view.methods).flatMap((group) => group.reports)
  return (
    <article className={stale ? 'stale' : ''} data-version={view.version}>
      <EvaluationHeader state={state} onCancelled={ask} />
      <div className="numbers">
        <LeadLine view={view} />
        <KpiStrip view={view} />
        <MethodsTable view={view} />
        <div className="charts">
          <AccuracyFigure reports={reports} />
          <UnresolvedFigure reports={reports} />
        </div>
        <ThroughputFigure view={view} />
        <Provenance view={view} />
      </div>
    </article>
  )
}
