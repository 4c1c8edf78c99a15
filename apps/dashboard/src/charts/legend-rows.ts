import type { Identity } from '../families/identity'
import type { Box } from './box'
import { fitText, textWidth } from './text-width'
import type { Size } from './plot-area'

/** An entry of a legend. */
export interface Named {
  readonly key: string
  readonly name: string
  readonly identity: Identity
}

/** A name in a legend: its marker is at the left of the box, half-way up. */
export interface LegendEntry extends Named {
  readonly text: string
  readonly box: Box
}

const ROW_PX = 17
/** A marker with its line, and the gap to the next column. */
const SIDES_PX = 42

/**
 * Lays out a legend along the lower edge of a chart, in even columns as wide as the names need; if they would take more
 * than half of the chart's height, there are more columns and names are cut.
 */
export function legendRows(named: readonly Named[], { width, height }: Size): LegendEntry[] {
  if (named.length === 0) return []
  const most = Math.max(1, Math.floor(height / 2 / ROW_PX))
  const widest = Math.max(...named.map(({ name }) => textWidth(name))) + SIDES_PX
  const columns = Math.max(1, Math.floor(width / widest), Math.ceil(named.length / most))
  const rows = Math.ceil(named.length / columns)
  const each = width / columns
  return named.map(({ key, name, identity }, at) => ({
    key,
    name,
    identity,
    text: fitText(name, each - SIDES_PX),
    box: {
      x: Math.floor(at / rows) * each,
      y: height - (rows - (at % rows)) * ROW_PX,
      width: each,
      height: ROW_PX,
    },
  }))
}
