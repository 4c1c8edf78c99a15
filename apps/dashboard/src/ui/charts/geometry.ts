/** A chart's outer size in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

const MARGIN = { top: 30, right: 14, bottom: 40, left: 46 }

/** The part of a chart the data are drawn in, between the axes' words. */
export function plotArea({ width, height }: Size): Box {
  return {
    x: MARGIN.left,
    y: MARGIN.top,
    width: Math.max(40, width - MARGIN.left - MARGIN.right),
    height: Math.max(40, height - MARGIN.top - MARGIN.bottom),
  }
}

/** An axis-parallel rectangle in pixels, y downwards. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The area two boxes share, in square pixels. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}

/** The area of a box that lies outside another, in square pixels. */
export function outside(box: Box, bounds: Box): number {
  return box.width * box.height - overlap(box, bounds)
}

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

/** Glyphs of the charts' labels in pixels, on the wide side: a name may leave room, and never run into another. */
const NARROW = /[\s.,:;'|!iljtf()[\]]/
const WIDE = /[MWmw@%—]/

/** Estimates how wide a label is, in pixels, without a page to measure it in. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, glyph) => sum + widthOf(glyph), 0)
}

/** Cuts a text to fit, with an ellipsis in its middle, since methods that begin alike differ at their end. */
export function fitText(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  const glyphs = [...text]
  for (let kept = glyphs.length - 1; kept > 1; kept -= 1) {
    const before = Math.ceil(kept / 2)
    const cut = `${glyphs.slice(0, before).join('').trimEnd()}…${glyphs
      .slice(before - kept)
      .join('')
      .trimStart()}`
    if (textWidth(cut) <= width) return cut
  }
  return `${glyphs[0] ?? ''}…`
}

function widthOf(glyph: string): number {
  if ((glyph.codePointAt(0) ?? 0) > 0x2e7f) return 13
  if (NARROW.test(glyph)) return 4.6
  return WIDE.test(glyph) ? 11.5 : 7.3
}
