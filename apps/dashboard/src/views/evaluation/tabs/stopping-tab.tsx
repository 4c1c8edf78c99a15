'use client'

import { UnresolvedFigure } from './progress-figures'
import { CoverageFigure } from '../signals/coverage-figure'
import { StoppingFigure } from '../signals/signal-figures'
import type { TabProps } from './tab-props'

/** When each method stops, and what its stops are worth. */
export function StoppingTab({ view, reports, final }: TabProps) {
  const byConfidence = reports.filter(({ spec }) => spec.method === 'cges')
  return (
    <div className="charts">
      <UnresolvedFigure id={view.id} reports={reports} />
      {final === null || byConfidence.length === 0 ? null : (
        <StoppingFigure reports={byConfidence} curves={final.curves} />
      )}
      {final === null || final.coverage.length === 0 ? null : (
        <CoverageFigure reports={reports} curves={final.coverage} />
      )}
    </div>
  )
}
