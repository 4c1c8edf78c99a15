'use client'

import type { EvaluationView, FinalStatistics } from '@cges-fleet/core'
import { memo } from 'react'
import { Story } from './story'
import { nameMethods } from '../../ui/methods/names'
import { KpiStrip } from './kpi-strip'
import { MethodsTable } from './methods-table'

interface Props {
  readonly view: EvaluationView
  /** Null until the evaluation is complete and its statistics are there. */
  readonly final: FinalStatistics | null
}

/** The first things to read: each method's results, the evaluation's progress, and Table 1. */
export const Numbers = memo(function Numbers({ view, final }: Props) {
  const reports = nameMethods(view.methods)
  return (
    <>
      <Story view={view} reports={reports} final={final} />
      <KpiStrip view={view} />
      <MethodsTable
        id={view.id}
        reports={reports}
        drawn={view.samples.drawn}
        final={final}
        title={`${view.name}: ${view.benchmark.title}, ${view.pool.model}`}
      />
    </>
  )
})
