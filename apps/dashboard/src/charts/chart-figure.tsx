'use client'
import { type ReactNode, useId } from 'react'
import type { Size } from './plot-area'
import { useWidth } from './use-width'

interface Props {
  readonly title: string
  /** What the chart shows, in words: for everybody, and all there is for some. */
  readonly finding: string
  readonly height: number
  readonly renderChart: (size: Size) => ReactNode
  /** The same data as a table. */
  readonly table: ReactNode
}

const GUESSED_WIDTH = 640

/** A chart with its finding in words above it and its data as a table below it. */
export function ChartFigure({ title, finding, height, renderChart, table }: Props) {
  const id = useId()
  const { ref, width } = useWidth(GUESSED_WIDTH)
  return (
    <figure className="panel chart">
      <h2 id={`${id}-title`}>{title}</h2>
      <figcaption id={`${id}-finding`}>{finding}</figcaption>
      <div ref={ref} className="chart-room" style={{ height }}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-finding`}
        >
          {renderChart({ width, height })}
        </svg>
      </div>
      <details>
        <summary>Table</summary>
        <div className="scroll">{table}</div>
      </details>
    </figure>
  )
}
