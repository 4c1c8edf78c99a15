'use client'
import { memo } from 'react'
import type { EvaluationView } from '@cges-fleet/core'
import { groupByFamily } from '../families/group-by-family'
import { nameMethods } from '../families/name-methods'
import { FiguresTable } from './figures-table'
import { OutcomesPanel } from './outcomes-panel'
import { ReadingsPanel } from './readings-panel'
import { SubsetsPanel } from './subsets-panel'
import type { StatisticsState } from './use-statistics'

interface Props extends StatisticsState {
  readonly view: EvaluationView
}

/**
 * How reliable an evaluation's numbers are: outcomes in sight, the rest one click away; the same space is reserved
 * before they load.
 */
export const StatisticsPanels = memo(function StatisticsPanels({ view, statistics, problem }: Props) {
  const reports = groupByFamily(nameMethods(view.methods)).flatMap((group) => group.reports)
  if (statistics === null) {
    return (
      <p className="panel muted statistics-missing" data-testid="statistics-missing">
        {problem === null
          ? 'Intervals of differences, tests and outcomes are being computed …'
          : `Intervals of differences, tests and outcomes cannot be shown: ${problem}. Trying again.`}
      </p>
    )
  }
  const { final } = statistics
  return (
    <>
      <OutcomesPanel id={view.id} reports={reports} statistics={statistics} />
      <ReadingsPanel readings={statistics.samples.readings} />
      <FiguresTable reports={reports} final={final} />
      <SubsetsPanel final={final} />
    </>
  )
})
