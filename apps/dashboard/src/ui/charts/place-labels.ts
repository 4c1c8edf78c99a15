import { type Box, crosses, fitText, outside, overlap, type Segment, textWidth } from './geometry'

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
interface Candidate {
  readonly box: Box
  readonly align: 'start' | 'middle' | 'end'
  readonly anchor: Place
  readonly distance: number
  readonly rank: number
}

export const LINE_PX = 14
const GAP_PX = 8
/** The least room between two labels of a line, for them to read as two. */
export const APART_PX = 6
const COLUMNS = 9
const DISTANCES = [0, 14, 28, 42, 60, 80] as const

/** The places beside, above and below a label's anchors. */
function candidatesNear({ text, anchors }: Wish): Candidate[] {
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
function placesIn({ text, anchors }: Wish, bounds: Box): Candidate[] {
  const [anchor] = anchors
  if (anchor === undefined) return []
  const width = textWidth(text)
  const rows = Array.from({ length: Math.floor(bounds.height / LINE_PX) }, (_, row) => bounds.y + row * LINE_PX)
  const columns = Array.from(
    { length: COLUMNS },
    (_, column) => bounds.x + ((bounds.width - width) * column) / (COLUMNS - 1),
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

export interface Placed {
  readonly key: string
  readonly text: string
  readonly box: Box
  /** The side of its box at which a text begins: the one next to the thing it names. */
  readonly align: 'start' | 'middle' | 'end'
  /** The line to the anchor, if the text is too far from it to be read without one. */
  readonly leader: Segment | null
}

/** The obstacles that labels keep clear of. */
interface Surroundings {
  readonly bounds: Box
  readonly obstacles: readonly Box[]
  readonly lines: readonly Segment[]
}

/** A text that covers half a chart is no clearer than one that is cut. */
const WIDEST = 0.6
const LEADER_FROM = 10

/**
 * Chooses a place for every label: in the frame, near the thing it names, overlapping no other label, nothing drawn and
 * no other label's leader. If no near place is free it goes to the nearest free one with a leader, unless `isNear`; a
 * label without a place is left out, for a legend to name.
 */
export function placeLabels(wishes: readonly Wish[], around: Surroundings, isNear = false): Placed[] {
  const placed: Placed[] = []
  for (const wish of wishes) {
    const cut = { ...wish, text: fitText(wish.text, WIDEST * around.bounds.width) }
    if (cut.text.trim() === '') continue
    const best =
      firstFree(candidatesNear(cut), cut, placed, around) ??
      (isNear ? null : firstFree(placesIn(cut, around.bounds), cut, placed, around))
    if (best !== null) placed.push(best)
  }
  return placed
}

function firstFree(
  candidates: readonly Candidate[],
  wish: Wish,
  placed: readonly Placed[],
  around: Surroundings,
): Placed | null {
  const byCost = candidates.toSorted((a, b) => a.distance + 2 * a.rank - b.distance - 2 * b.rank)
  for (const candidate of byCost) {
    const label = labelAt(wish, candidate)
    if (isClear(label, around) && placed.every((other) => areApart(label, other))) return label
  }
  return null
}

function labelAt({ key, text }: Wish, { box, anchor, align, distance }: Candidate): Placed {
  const edge = align === 'start' ? box.x : align === 'end' ? box.x + box.width : box.x + box.width / 2
  const leader = distance > LEADER_FROM ? { x1: anchor.x, y1: anchor.y, x2: edge, y2: box.y + box.height / 2 } : null
  return { key, text, box, align, leader }
}

function isClear({ box }: Placed, { bounds, obstacles, lines }: Surroundings): boolean {
  return (
    outside(box, bounds) < 1e-6 &&
    obstacles.every((obstacle) => overlap(obstacle, box) === 0) &&
    !lines.some((line) => crosses(line, box))
  )
}

function areApart(a: Placed, b: Placed): boolean {
  return (
    overlap(widened(a.box), b.box) === 0 &&
    (a.leader === null || !crosses(a.leader, b.box)) &&
    (b.leader === null || !crosses(b.leader, a.box))
  )
}

function widened(box: Box): Box {
  return { ...box, x: box.x - APART_PX, width: box.width + 2 * APART_PX }
}
