'use client'

import type { PoolHistory } from '@cges-fleet/core'
import type { ComponentProps, ReactNode } from 'react'
import { CrewTable } from './crew-table'
import {
  busyFinding,
  busyTimes,
  queueFinding,
  queueTimes,
  scalerFinding,
  scalerTimes,
  timesTable,
  waitFinding,
  waitTimes,
} from './history'
import type { PoolState } from './pool-state'
import { ShareBullets, SharesTable } from './shares'
import { ChartFigure } from '../../ui/charts/chart-figure'
import { drawLanes, lanesHeight } from '../../ui/charts/draw-lanes'
import { TimeFigure } from '../../ui/charts/time-figure'
import { formatCount } from '../../ui/format/numbers'
import { useZone } from '../../ui/preferences/zone-scope'
import { CopiedHeading } from '../../ui/table/copied-heading'

interface Props {
  readonly state: PoolState
}

/** How a pool stood over a time, who had it, and its workers. */
export function PoolFigures({ state: { shares, history } }: Props) {
  return (
    <>
      <BusyFigure history={history} />
      <div className="pool-pair">
        <PoolTimes
          title="Queue by team"
          finding={queueFinding(history)}
          times={queueTimes(history)}
          stacked={history.teams.length > 1}
        />
        <PoolTimes title="Time waited for a slot" finding={waitFinding(history)} times={waitTimes(history)} />
      </div>
      <div className="pool-pair">
        <ShareBullets shares={history.shares} />
        <PoolTimes
          title="Workers, and those the queue would fill"
          finding={scalerFinding(history)}
          times={scalerTimes(history)}
        />
      </div>
      {shares.teams.length === 0 ? null : (
        <TablePanel id="shares-table" heading="Teams with work here now" title="Teams with work in the pool">
          <SharesTable teams={shares.teams} />
        </TablePanel>
      )}
      {history.crew.length === 0 ? null : (
        <TablePanel id="crew-table" heading="Workers" title="Workers of the pool">
          <CrewTable crew={history.crew} />
        </TablePanel>
      )}
    </>
  )
}

interface TableProps {
  /** The table's. */
  readonly id: string
  readonly heading: string
  /** The table's title in copies of it. */
  readonly title: string
  readonly children: ReactNode
}

function TablePanel({ id, heading, title, children }: TableProps) {
  return (
    <section className="panel" aria-labelledby={`${id}-title`}>
      <CopiedHeading id={`${id}-title`} title={title} of={id}>
        {heading}
      </CopiedHeading>
      {children}
    </section>
  )
}

const LEVELS = ['idle', 'to 25%', 'to 50%', 'to 75%', 'under 100%', 'all busy']

/** How busy the slots of each worker were, a row a worker. */
function BusyFigure({ history }: { readonly history: PoolHistory }) {
  const times = { ...busyTimes(history), zone: useZone() }
  const { workers, workersTotal } = history
  const part =
    workers.length < workersTotal
      ? ` Shown: ${formatCount(workers.length)} of ${formatCount(workersTotal)}, the latest and of these the busiest.`
      : ''
  return (
    <ChartFigure
      title="Slots busy, by worker"
      finding={
        <>
          {busyFinding(history)}
          {part}
          <span className="legend lane" aria-hidden="true">
            {LEVELS.map((name, level) => (
              <span key={name}>
                <svg className="marker" viewBox="0 0 14 14">
                  <rect className={`level-${level}`} x={0.5} y={0.5} width={13} height={13} />
                </svg>{' '}
                {name}
              </span>
            ))}
          </span>
        </>
      }
      height={lanesHeight(workers.length)}
      draw={(size) => drawLanes(times, size)}
      table={timesTable(times)}
    />
  )
}

type PoolTimesProps = Omit<ComponentProps<typeof TimeFigure>, 'table'>

/** Values over time in the reader's time zone. */
function PoolTimes({ times: series, ...figure }: PoolTimesProps) {
  const times = { ...series, zone: useZone() }
  return <TimeFigure {...figure} times={times} table={timesTable(times)} />
}
