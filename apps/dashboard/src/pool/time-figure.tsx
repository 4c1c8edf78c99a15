'use client'
import { ChartFigure } from '../charts/chart-figure'
import { drawTimes } from '../charts/draw-times'
import type { Times } from '../charts/times'
import { lineDashes } from '../families/line-dashes'
import { useZone } from '../frame/zone-scope'
import { timesTable } from './history-times'

interface Props {
  readonly title: string
  readonly finding: string
  readonly times: Times
  readonly stacked?: boolean
}

/** Values over time, each line labelled. */
export function TimeFigure({ title, finding, times: told, stacked = false }: Props) {
  const times = { ...told, zone: useZone() }
  return (
    <ChartFigure
      title={title}
      finding={
        <>
          {finding}
          <span className="legend" aria-hidden="true">
            {times.series.map(({ key, name }, nth) => (
              <span key={key} className={`row-${nth % 6}`}>
                <svg className="marker with-line" viewBox="0 0 28 15">
                  {stacked ? <rect className="time-area" x={4} y={2} width={20} height={11} /> : null}
                  <path
                    className="time-line"
                    d={stacked ? 'M4,2H24' : 'M0,7.5H28'}
                    strokeDasharray={stacked ? undefined : lineDashes(nth)}
                  />
                </svg>{' '}
                {name}
              </span>
            ))}
          </span>
        </>
      }
      height={240}
      draw={(size) => drawTimes(times, size, stacked)}
      table={timesTable(times)}
    />
  )
}
