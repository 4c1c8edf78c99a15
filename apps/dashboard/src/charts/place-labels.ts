import { type Box, outside, overlap } from './box'

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
const GLYPH_PX = 6.9
const GAP_PX = 8
const DISTANCES = [0, 14, 28, 42, 60, 80]
const LEADER_FROM = 10

/** Chooses a place for every label so that it covers no other label and as few marks as possible. */
export function placeLabels(wishes: readonly Wish[], { frame, obstacles }: Surroundings): Placed[] {
  const placed: Placed[] = []
  for (const wish of wishes) {
    const labels = placed.map(({ box }) => box)
    const cost = (candidate: Candidate) => costOf(candidate, { frame, obstacles, labels })
    const best = candidatesOf(wish).reduce<{ candidate: Candidate; cost: number } | null>((least, candidate) => {
      const next = cost(candidate)
      return least === null || next < least.cost ? { candidate, cost: next } : least
    }, null)
    if (best !== null) placed.push(placedAt(wish, best.candidate))
  }
  return placed
}

function placedAt({ key, text }: Wish, { box, anchor, align, distance }: Candidate): Placed {
  return { key, text, box, align, leader: distance > LEADER_FROM ? anchor : null }
}

function costOf({ box, distance, rank }: Candidate, around: Surroundings & { labels: readonly Box[] }): number {
  const covered = around.obstacles.reduce((sum, obstacle) => sum + overlap(box, obstacle), 0)
  const collisions = around.labels.reduce((sum, label) => sum + overlap(box, label), 0)
  return 50 * outside(box, around.frame) + 20 * collisions + 3 * covered + distance + 2 * rank
}

function candidatesOf({ text, anchors }: Wish): Candidate[] {
  const width = text.length * GLYPH_PX
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
