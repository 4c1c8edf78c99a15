'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { memo } from 'react'
import { KpiStrip } from './kpi-strip'
import { LeadLine } from './lead-line'
import { MethodsTable } from './methods-table'

interface Props {
  readonly view: EvaluationView
}

/** What to read first: which method reaches what, how far the evaluation is, and Table 1. */
export const Numbers = memo(function Numbers({ view }: Props) {
  return (
    <>
      <LeadLine view={view} />
      <KpiStrip view={view} />
      <MethodsTable view={view} />
    </>
  )
})
