import { type Box, outside, overlap } from './box'
import { fitText, textWidth } from './text-width'

/** A text that wants to stand near one of its anchors, the dearest first. */
export interface Wish {
  readonly key: string
  readonly text: string
  readonly anchors: readonly { readonly x: number; readonly y: number }[]
}

export interface Placed {
  readonly key: string
  readonly text: string
  readonly box: Box
  /** The side of its box a text begins at, which is the one next to what it names. */
  readonly align: 'start' | 'middle' | 'end'
  /** The anchor the text stands for, where it stands too far away to be read without a line. */
  readonly leader: { readonly x: number; readonly y: number } | null
}

interface Surroundings {
  readonly frame: Box
  readonly obstacles: readonly Box[]
}

interface Candidate {
  readonly box: Box
  readonly align: Placed['align']
  readonly anchor: { readonly x: number; readonly y: number }
  readonly distance: number
  readonly rank: number
}

const LINE_PX = 14
const GAP_PX = 8
const DISTANCES = [0, 14, 28, 42, 60, 80]
const LEADER_FROM = 10

/**
 * Chooses a place for every label: in the frame, on no other label, on as few marks as possible, near what it names. Where
 * nothing near is free a label stands at the nearest free place with a line to it; what finds none at all is left out,
 * and is told by its marker alone.
 */
export function placeLabels(wishes: readonly Wish[], { frame, obstacles }: Surroundings): Placed[] {
  const placed: Placed[] = []
  for (const wish of wishes) {
    const labels = placed.map(({ box }) => box)
    const text = fitText(wish.text, frame.width)
    if (text.trim() === '') continue
    const isFree = ({ box }: Candidate) =>
      outside(box, frame) < 1e-6 && labels.every((label) => overlap(label, box) === 0)
    const near = candidatesOf({ ...wish, text }).filter(isFree)
    const free = near.length > 0 ? near : everywhere({ ...wish, text }, frame).filter(isFree)
    const best = cheapest(free, (candidate) => costOf(candidate, obstacles))
    if (best !== null) placed.push(placedAt({ ...wish, text }, best))
  }
  return placed
}

function cheapest(candidates: readonly Candidate[], cost: (candidate: Candidate) => number): Candidate | null {
  let best: { readonly candidate: Candidate; readonly cost: number } | null = null
  for (const candidate of candidates) {
    const next = cost(candidate)
    if (best === null || next < best.cost) best = { candidate, cost: next }
  }
  return best?.candidate ?? null
}

/** Places all over the frame, for a label with no room near what it names. */
function everywhere({ text, anchors }: Wish, frame: Box): Candidate[] {
  const [anchor] = anchors
  if (anchor === undefined) return []
  const width = textWidth(text)
  const rows = Array.from({ length: Math.floor(frame.height / LINE_PX) }, (_, row) => frame.y + row * LINE_PX)
  const columns = Array.from({ length: 9 }, (_, column) => frame.x + ((frame.width - width) * column) / 8)
  return rows.flatMap((y) =>
    columns.map((x) => ({
      anchor,
      align: 'start' as const,
      distance: LEADER_FROM + Math.hypot(x + width / 2 - anchor.x, y + LINE_PX / 2 - anchor.y),
      rank: 0,
      box: { x, y, width, height: LINE_PX },
    })),
  )
}

function placedAt({ key, text }: Wish, { box, anchor, align, distance }: Candidate): Placed {
  return { key, text, box, align, leader: distance > LEADER_FROM ? anchor : null }
}

function costOf({ box, distance, rank }: Candidate, obstacles: readonly Box[]): number {
  const covered = obstacles.reduce((sum, obstacle) => sum + overlap(box, obstacle), 0)
  return 3 * covered + distance + 2 * rank
}

function candidatesOf({ text, anchors }: Wish): Candidate[] {
  const width = textWidth(text)
  return anchors.flatMap((anchor, rank) =>
    DISTANCES.flatMap((distance) =>
      directions(distance).map(([dx, dy]) => ({
        anchor,
        align: dx < 0 ? 'end' : dx === 0 ? 'middle' : 'start',
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
