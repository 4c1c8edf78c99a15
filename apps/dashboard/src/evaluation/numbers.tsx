'use client'
import type { EvaluationView, FinalStatistics } from '@cges-fleet/core'
import { memo } from 'react'
import { nameMethods } from '../families/name-methods'
import { JudgedLead } from '../statistics/judged-lead'
import { pickOf } from '../statistics/pick-of'
import { KpiStrip } from './kpi-strip'
import { LeadLine } from './lead-line'
import { MethodsTable } from './methods-table'

interface Props {
  readonly view: EvaluationView
  /** Null until the evaluation is complete and its statistics are there. */
  readonly final: FinalStatistics | null
}

/** What to read first: which method reaches what, how far the evaluation is, and Table 1. */
export const Numbers = memo(function Numbers({ view, final }: Props) {
  const reports = nameMethods(view.methods)
  const pick = final === null ? null : pickOf(reports, final)
  return (
    <>
      {final === null || pick === null ? <LeadLine reports={reports} /> : <JudgedLead pick={pick} final={final} />}
      <KpiStrip view={view} />
      <MethodsTable id={view.id} reports={reports} drawn={view.samples.drawn} final={final} />
    </>
  )
})
