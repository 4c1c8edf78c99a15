'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { memo } from 'react'
import { groupByFamily } from '../families/group-by-family'
import { nameMethods } from '../families/name-methods'
import { AccuracyFigure } from './accuracy-figure'
import { Provenance } from './provenance'
import { ThroughputFigure } from './throughput-figure'
import { UnresolvedFigure } from './unresolved-figure'

interface Props {
  readonly view: EvaluationView
}

/** The same numbers drawn, and where they come from. */
export const Figures = memo(function Figures({ view }: Props) {
  const reports = groupByFamily(nameMethods(view.methods)).flatMap((group) => group.reports)
  return (
    <>
      <div className="charts">
        <AccuracyFigure reports={reports} />
        <UnresolvedFigure reports={reports} />
      </div>
      <ThroughputFigure view={view} />
      <Provenance view={view} />
    </>
  )
})
