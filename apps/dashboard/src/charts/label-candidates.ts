import type { Box } from './box'
import { textWidth } from './text-width'

interface Place {
  readonly x: number
  readonly y: number
}

/** A text to be placed near one of its anchors, the preferred one first. */
export interface Wish {
  readonly key: string
  readonly text: string
  readonly anchors: readonly Place[]
}

/** A possible position of a label. */
export interface Candidate {
  readonly box: Box
  readonly align: 'start' | 'middle' | 'end'
  readonly anchor: Place
  readonly distance: number
  readonly rank: number
}

export const LINE_PX = 14
const GAP_PX = 8
const COLUMNS = 9
const DISTANCES = [0, 14, 28, 42, 60, 80] as const

/** The places beside, above and below a label's anchors. */
export function candidatesNear({ text, anchors }: Wish): Candidate[] {
  const width = textWidth(text)
  return anchors.flatMap((anchor, rank) =>
    DISTANCES.flatMap((distance) =>
      directions(distance).map(([dx, dy]) => ({
        anchor,
        align: dx < 0 ? ('end' as const) : dx === 0 ? ('middle' as const) : ('start' as const),
        distance,
        rank,
        box: {
          x: anchor.x + dx * GAP_PX + (dx < 0 ? -width : dx === 0 ? -width / 2 : 0),
          y: anchor.y + dy - LINE_PX / 2,
          width,
          height: LINE_PX,
        },
      })),
    ),
  )
}

/** Places all over a frame, for a label with no room near what it names. */
export function placesIn({ text, anchors }: Wish, frame: Box): Candidate[] {
  const [anchor] = anchors
  if (anchor === undefined) return []
  const width = textWidth(text)
  const rows = Array.from({ length: Math.floor(frame.height / LINE_PX) }, (_, row) => frame.y + row * LINE_PX)
  const columns = Array.from(
    { length: COLUMNS },
    (_, column) => frame.x + ((frame.width - width) * column) / (COLUMNS - 1),
  )
  return rows.flatMap((y) =>
    columns.map((x) => ({
      anchor,
      align: 'start' as const,
      distance: DISTANCES[1] + Math.hypot(x + width / 2 - anchor.x, y + LINE_PX / 2 - anchor.y),
      rank: 0,
      box: { x, y, width, height: LINE_PX },
    })),
  )
}

function directions(distance: number): [number, number][] {
  if (distance === 0)
    return [
      [1, 0],
      [-1, 0],
      [0, -LINE_PX],
      [0, LINE_PX],
    ]
  return [
    [1, -distance],
    [1, distance],
    [-1, -distance],
    [-1, distance],
    [0, -distance - 8],
    [0, distance + 8],
  ]
}
