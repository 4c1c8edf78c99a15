'use client'

import { ChartFigure } from './chart-figure'
import { drawTimes } from './draw-times'
import type { Times } from './times'
import { lineDashes } from '../methods/identity'
import type { TableText } from '../table/table-text'

interface Props {
  readonly title: string
  readonly finding: string
  readonly times: Times
  readonly table: TableText
  readonly stacked?: boolean
}

/** Values over time, each line labelled. */
export function TimeFigure({ title, finding, times, table, stacked = false }: Props) {
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
      table={table}
    />
  )
}
