'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { memo } from 'react'
import { nameMethods } from '../families/name-methods'
import { KpiStrip } from './kpi-strip'
import { LeadLine } from './lead-line'
import { MethodsTable } from './methods-table'

interface Props {
  readonly view: EvaluationView
}

/** What to read first: which method reaches what, how far the evaluation is, and Table 1. */
export const Numbers = memo(function Numbers({ view }: Props) {
  const reports = nameMethods(view.methods)
  return (
    <>
      <LeadLine reports={reports} />
      <KpiStrip view={view} />
      <MethodsTable reports={reports} drawn={view.samples.drawn} />
    </>
  )
})
