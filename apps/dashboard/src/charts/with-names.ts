import type { Box } from './box'
import { type LegendEntry, legendRows, type Named } from './legend-rows'
import type { Placed } from './place-labels'
import { plotArea, type Size } from './plot-area'

/** Beyond as many a chart has a legend at once: while an evaluation runs it would come and go. */
const MOST_DIRECT = 8

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
): Laid & { readonly legend: readonly LegendEntry[] } {
  if (named.length <= MOST_DIRECT) {
    const laid = layOut(plotArea(size), false)
    if (laid.labels.length === named.length) return { ...laid, legend: [] }
  }
  const legend = legendRows(named, size)
  const height = Math.min(...legend.map(({ box }) => box.y))
  return { ...layOut(plotArea({ ...size, height }), true), legend }
}
