'use client'
import type { PoolHistory } from '@cges-fleet/core'
import { ChartFigure } from '../charts/chart-figure'
import { drawLanes, lanesHeight } from '../charts/draw-lanes'
import { formatCount } from '../format/format-count'
import { useZone } from '../frame/zone-scope'
import { busyFinding } from './history-findings'
import { busyTimes, timesTable } from './history-times'

const LEVELS = ['idle', 'to 25%', 'to 50%', 'to 75%', 'under 100%', 'all busy']

/** How busy the slots of each worker were, a row a worker. */
export function BusyFigure({ history }: { readonly history: PoolHistory }) {
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
