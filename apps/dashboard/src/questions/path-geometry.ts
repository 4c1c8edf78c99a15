import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import type { Box } from '../charts/box'
import { type Size, plotArea } from '../charts/plot-area'
import type { Tick } from '../charts/tick'

/** A line of scores: one a call, from the first call on; null before the first vote. */
export interface ScoreLine {
  readonly key: string
  readonly scores: readonly (number | null)[]
  /** The last call that was used; those after it are faded. */
  readonly used: number
}

export interface DrawnLine {
  readonly key: string
  readonly used: string
  readonly unused: string
  readonly stop: { readonly x: number; readonly y: number } | null
}

export interface PathGeometry {
  readonly area: Box
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  readonly lines: readonly DrawnLine[]
  x(call: number): number
  y(score: number): number
}

/** Lays out scores in [0, 1] over calls. */
export function pathGeometry(lines: readonly ScoreLine[], size: Size): PathGeometry {
  const area = plotArea(size)
  const calls = Math.max(1, ...lines.map(({ scores }) => scores.length))
  const x = scaleLinear([1, Math.max(2, calls)], [area.x + 6, area.x + area.width - 6])
  const y = scaleLinear([0, 1], [area.y + area.height, area.y])
  return {
    area,
    x,
    y,
    lines: lines.map((each) => drawnLine(each, x, y)),
    xTicks: x
      .ticks(Math.min(8, calls))
      .filter((call) => Number.isInteger(call) && call <= calls)
      .map((call) => ({ at: x(call), text: String(call) })),
    yTicks: y.ticks(5).map((score) => ({ at: y(score), text: `${Math.round(100 * score)}%` })),
  }
}

function drawnLine(
  { key, scores, used }: ScoreLine,
  x: (call: number) => number,
  y: (score: number) => number,
): DrawnLine {
  const path = line<number>(
    (at) => x(at + 1),
    (at) => y(scores[at] ?? 0),
  ).defined((at) => scores[at] !== null && scores[at] !== undefined)
  const places = scores.map((_, at) => at)
  const stopped = scores[used - 1]
  return {
    key,
    used: path(places.slice(0, used)) ?? '',
    unused: path(places.slice(Math.max(0, used - 1))) ?? '',
    stop: stopped === null || stopped === undefined ? null : { x: x(used), y: y(stopped) },
  }
}
