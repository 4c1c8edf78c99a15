import type { Box } from './box'

/** A straight line between two places in pixels. */
export interface Segment {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** Whether a line goes through the inside of a box, or lies in it; by Liang and Barsky's clipping (1984). */
export function crosses({ x1, y1, x2, y2 }: Segment, box: Box): boolean {
  const edges = [
    [x1 - x2, x1 - box.x],
    [x2 - x1, box.x + box.width - x1],
    [y1 - y2, y1 - box.y],
    [y2 - y1, box.y + box.height - y1],
  ] as const
  let [enters, leaves] = [0, 1]
  for (const [along, room] of edges) {
    if (along === 0) {
      if (room <= 0) return false
    } else if (along < 0) enters = Math.max(enters, room / along)
    else leaves = Math.min(leaves, room / along)
  }
  return enters < leaves
}
