'use client'
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
        <section className="panel" aria-labelledby="teams-title">
          <h2 id="teams-title">Teams with work here now</h2>
          <SharesTable teams={shares.teams} />
        </section>
      )}
      {history.crew.length === 0 ? null : (
        <section className="panel" aria-labelledby="crew-title">
          <h2 id="crew-title">Workers</h2>
          <CrewTable crew={history.crew} model={model} />
        </section>
      )}
    </>
  )
}
