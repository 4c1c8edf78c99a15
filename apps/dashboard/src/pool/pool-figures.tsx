'use client'
import type { ReactNode } from 'react'
import { CopiedHeading } from '../format/table/copied-heading'
import type { PoolState } from './pool-state'
import { BusyFigure } from './busy-figure'
import { CrewTable } from './crew-table'
import { queueFinding, scalerFinding, waitFinding } from './history-findings'
import { queueTimes, scalerTimes, waitTimes } from './history-times'
import { ShareBullets } from './share-bullets'
import { SharesTable } from './shares-table'
import { TimeFigure } from './time-figure'

interface Props {
  readonly state: PoolState
  readonly model: string
}

/** How a pool stood over a time, who had it, and its workers. */
export function PoolFigures({ state: { shares, history }, model }: Props) {
  return (
    <>
      <BusyFigure history={history} />
      <div className="pool-pair">
        <TimeFigure
          title="Queue by team"
          finding={queueFinding(history)}
          times={queueTimes(history)}
          stacked={history.teams.length > 1}
        />
        <TimeFigure title="Time waited for a slot" finding={waitFinding(history)} times={waitTimes(history)} />
      </div>
      <div className="pool-pair">
        <ShareBullets shares={history.shares} />
        <TimeFigure
          title="Workers, and those asked for"
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
          <CrewTable crew={history.crew} model={model} />
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
