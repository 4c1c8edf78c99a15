'use client'
import type { EvaluationView, FinalStatistics } from '@cges-fleet/core'
import { memo } from 'react'
import { groupByFamily } from '../families/group-by-family'
import { nameMethods } from '../families/name-methods'
import { SignalsStrip } from '../statistics/signals/signals-strip'
import { AccuracyFigure } from './accuracy-figure'
import { ThroughputFigure } from './throughput-figure'
import { UnresolvedFigure } from './unresolved-figure'

interface Props {
  readonly view: EvaluationView
  readonly final: FinalStatistics | null
}

/** The same numbers drawn. */
export const Figures = memo(function Figures({ view, final }: Props) {
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
