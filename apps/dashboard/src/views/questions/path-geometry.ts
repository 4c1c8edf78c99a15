import { type Box, plotArea, type Segment, type Size } from '../../ui/charts/geometry'
import { linePath } from '../../ui/charts/line-path'
import { LINE_PX, placeLabels } from '../../ui/charts/place-labels'
import { linearScale, type Tick } from '../../ui/charts/scales'

/** A line of scores: one a call, from the first call on; null before the first vote. */
export interface ScoreLine {
  readonly key: string
  readonly scores: readonly (number | null)[]
  /** The last call that was used; those after it are faded. */
  readonly used: number
}

interface DrawnLine {
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

interface Threshold {
  readonly at: number
  readonly text: string
}

/** Possible positions of a threshold's name along its line, as shares of the width: the right end first. */
const ALONG = [1, 0.8, 0.6, 0.4]

/**
 * Names thresholds without crossing a line; null if there is no threshold. Places are given by the right end of the
 * text.
 */
export function thresholdName(
  thresholds: readonly Threshold[],
  { area, y, segments }: Pick<PathGeometry, 'area' | 'y' | 'segments'>,
): { readonly text: string; readonly x: number; readonly y: number } | null {
  if (thresholds.length === 0) return null
  const text = namesOf(thresholds)
  const highest = y(Math.max(...thresholds.map(({ at }) => at)))
  const thresholdLines = thresholds.map(({ at }) => ({ x1: area.x, y1: y(at), x2: area.x + area.width, y2: y(at) }))
  const anchors = ALONG.map((share) => ({ x: area.x + share * area.width + 8, y: highest }))
  // Above the plot there is room for a line of text.
  const bounds = { ...area, y: area.y - LINE_PX, height: area.height + LINE_PX }
  const [placed] = placeLabels(
    [{ key: text, text, anchors }],
    { bounds, obstacles: [], lines: [...segments, ...thresholdLines] },
    true,
  )
  if (placed === undefined) return { text, x: area.x + area.width, y: highest - 8 }
  const { box } = placed
  return { text, x: box.x + box.width, y: box.y + 0.8 * box.height }
}

/** Of several thresholds the values alone, ascending: with a name each they would not fit on a telephone. */
function namesOf(thresholds: readonly Threshold[]): string {
  const [first, ...more] = thresholds.toSorted((a, b) => a.at - b.at)
  if (first === undefined || more.length === 0) return first?.text ?? ''
  return `thresholds ${[first, ...more].map(({ at }) => at).join(', ')}`
}
