import { LINE_PX } from '../charts/label-candidates'
import { placeLabels } from '../charts/place-labels'
import type { PathGeometry } from './path-geometry'

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
  const own = thresholds.map(({ at }) => ({ x1: area.x, y1: y(at), x2: area.x + area.width, y2: y(at) }))
  const anchors = ALONG.map((share) => ({ x: area.x + share * area.width + 8, y: highest }))
  // Above the plot there is room for a line of text.
  const frame = { ...area, y: area.y - LINE_PX, height: area.height + LINE_PX }
  const [placed] = placeLabels(
    [{ key: text, text, anchors }],
    { frame, obstacles: [], lines: [...segments, ...own] },
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
