'use client'

import { KpiStrip } from './kpi-strip'
import { ThroughputFigure } from './progress-figures'
import { OutcomesPanel } from '../statistics/outcomes-panel'
import { ReadingsPanel } from '../statistics/readings-panel'
import { StatisticsMissing } from '../statistics/statistics-missing'
import type { TabProps } from './tab-props'

/** How the run went: speed, how samples and questions ended, and how answers were read. */
export function RunTab({ view, reports, statistics: { statistics, problem } }: TabProps) {
  // Shown before the first sample, or it would push down what stands below it.
  const showsThroughput =
    view.source === null && (view.throughput.length > 0 || ['running', 'paused'].includes(view.status))
  return (
    <>
      <KpiStrip view={view} />
      {showsThroughput ? <ThroughputFigure view={view} /> : null}
      {statistics === null ? (
        <StatisticsMissing problem={problem} />
      ) : (
        <>
          <OutcomesPanel id={view.id} reports={reports} statistics={statistics} />
          <ReadingsPanel readings={statistics.samples.readings} />
        </>
      )}
    </>
  )
}
