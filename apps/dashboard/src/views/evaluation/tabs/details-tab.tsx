'use client'

import { Provenance, Timeline } from './provenance'
import { ProvenanceBody } from './provenance-body'
import { FiguresTable } from '../statistics/figures-table'
import { StatisticsMissing } from '../statistics/statistics-missing'
import { SubsetsPanel } from '../statistics/subsets-panel'
import type { TabProps } from './tab-props'

/** Every figure, and all that it takes to repeat or cite them. */
export function DetailsTab({ view, reports, final, statistics: { statistics, problem }, details }: TabProps) {
  return (
    <>
      {details}
      {statistics === null ? (
        <StatisticsMissing problem={problem} />
      ) : (
        <>
          <FiguresTable view={view} reports={reports} final={final} />
          <SubsetsPanel final={final} />
        </>
      )}
      <Provenance view={view}>
        <ProvenanceBody view={view} />
      </Provenance>
      <Timeline events={view.events} />
    </>
  )
}
