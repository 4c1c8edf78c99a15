import type { Box } from '../charts/box'
import { linePath } from '../charts/line-path'
import { type Size, plotArea } from '../charts/plot-area'
import { linearScale } from '../charts/scales'
import type { Segment } from '../charts/segment'
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
  /** The segments that text must not overlap. */
  readonly segments: readonly Segment[]
  x(call: number): number
  y(score: number): number
}

/** Lays out scores in [0, 1] over calls. */
export function pathGeometry(lines: readonly ScoreLine[], size: Size): PathGeometry {
  const area = plotArea(size)
  const calls = Math.max(1, ...lines.map(({ scores }) => scores.length))
  const ends = [area.x + 6, area.x + area.width - 6] as const
  const { at: x, ticks } = linearScale([1, Math.max(2, calls)], ends, Math.min(8, calls))
  const { at: y, ticks: scores } = linearScale([0, 1], [area.y + area.height, area.y])
  return {
    area,
    x,
    y,
    lines: lines.map((each) => drawnLine(each, x, y)),
    segments: lines.flatMap(({ scores }) => segmentsOf(scores, x, y)),
    xTicks: ticks
      .filter((call) => Number.isInteger(call) && call <= calls)
      .map((call) => ({ at: x(call), text: String(call) })),
    yTicks: scores.map((score) => ({ at: y(score), text: `${Math.round(100 * score)}%` })),
  }
}

function drawnLine(
  { key, scores, used }: ScoreLine,
  x: (call: number) => number,
  y: (score: number) => number,
): DrawnLine {
  const places = scores.map((score, at) => (score === null ? null : ([x(at + 1), y(score)] as const)))
  const stopped = scores[used - 1]
  return {
    key,
    used: linePath(places.slice(0, used)),
    unused: linePath(places.slice(Math.max(0, used - 1))),
    stop: stopped === null || stopped === undefined ? null : { x: x(used), y: y(stopped) },
  }
}

function segmentsOf(
  scores: readonly (number | null)[],
  x: (call: number) => number,
  y: (score: number) => number,
): Segment[] {
  return scores.flatMap((score, at) => {
    const before = scores[at - 1]
    if (score === null || before === null || before === undefined) return []
    return [{ x1: x(at), y1: y(before), x2: x(at + 1), y2: y(score) }]
  })
}
