import type { Identity } from '../methods/identity'
import { type Box, fitText, plotArea, type Size, textWidth } from './geometry'
import type { Placed } from './place-labels'

/** Beyond as many a chart has a legend at once: while an evaluation runs it would come and go. */
const MOST_DIRECT = 8

/** How names are placed in a chart whose series are listed beside it: that list is its legend. */
export interface Naming {
  readonly isListed: boolean
}

/** How a chart is laid out in its area; with `isNear` only names that need no leader are written beside what they name. */
type LayOut<Laid> = (area: Box, isNear: boolean) => Laid

/**
 * Lays out a chart with every name in it: beside the thing it names or led to it. If there is no room for all of them
 * that way, a legend below lists all, and those that have room also stand beside what they name.
 */
export function withNames<Laid extends { readonly labels: readonly Placed[] }>(
  named: readonly Named[],
  size: Size,
  layOut: LayOut<Laid>,
  { isListed }: Naming = { isListed: false },
): Laid & { readonly legend: readonly LegendEntry[] } {
  if (named.length <= MOST_DIRECT) {
    const laid = layOut(plotArea(size), false)
    if (laid.labels.length === named.length) return { ...laid, legend: [] }
  }
  if (isListed) return { ...layOut(plotArea(size), true), legend: [] }
  const legend = legendRows(named, size)
  const height = Math.min(...legend.map(({ box }) => box.y))
  return { ...layOut(plotArea({ ...size, height }), true), legend }
}

/** An entry of a legend. */
interface Named {
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
function legendRows(named: readonly Named[], { width, height }: Size): LegendEntry[] {
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
