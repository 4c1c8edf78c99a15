'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { memo } from 'react'
import { groupByFamily } from '../families/group-by-family'
import { nameMethods } from '../families/name-methods'
import { AccuracyFigure } from './accuracy-figure'
import { ThroughputFigure } from './throughput-figure'
import { UnresolvedFigure } from './unresolved-figure'

interface Props {
  readonly view: EvaluationView
}

/** The same numbers drawn. */
export const Figures = memo(function Figures({ view }: Props) {
  const reports = groupByFamily(nameMethods(view.methods)).flatMap((group) => group.reports)
  return (
    <>
      <div className="charts">
        <AccuracyFigure reports={reports} />
        <UnresolvedFigure reports={reports} />
      </div>
      {view.source === null ? <ThroughputFigure view={view} /> : null}
    </>
  )
})
