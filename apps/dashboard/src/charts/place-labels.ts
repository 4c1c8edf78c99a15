import { type Box, outside, overlap } from './box'
import { type Candidate, candidatesNear, placesIn, type Wish } from './label-candidates'
import { crosses, type Segment } from './segment'
import { fitText } from './text-width'

export type { Wish } from './label-candidates'

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
export interface Surroundings {
  readonly frame: Box
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
    const cut = { ...wish, text: fitText(wish.text, WIDEST * around.frame.width) }
    if (cut.text.trim() === '') continue
    const best =
      firstFree(candidatesNear(cut), cut, placed, around) ??
      (isNear ? null : firstFree(placesIn(cut, around.frame), cut, placed, around))
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

function isClear({ box }: Placed, { frame, obstacles, lines }: Surroundings): boolean {
  return (
    outside(box, frame) < 1e-6 &&
    obstacles.every((obstacle) => overlap(obstacle, box) === 0) &&
    !lines.some((line) => crosses(line, box))
  )
}

function areApart(a: Placed, b: Placed): boolean {
  return (
    overlap(a.box, b.box) === 0 &&
    (a.leader === null || !crosses(a.leader, b.box)) &&
    (b.leader === null || !crosses(b.leader, a.box))
  )
}
