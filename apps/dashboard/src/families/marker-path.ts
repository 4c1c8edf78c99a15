import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from 'd3-shape'
import type { Family } from './family'

const SHAPES: Record<Family, SymbolType> = {
  sc: symbolSquare,
  esc: symbolTriangle,
  asc: symbolDiamond,
  dsc: symbolStar,
  cges: symbolCircle,
  other: symbolWye,
}

/** Draws a family's marker around the origin; area in square pixels, so that shapes weigh the same. */
export function markerPath(family: Family, area: number): string {
  return symbol(SHAPES[family], area)() ?? ''
}
