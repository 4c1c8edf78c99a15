import type { Box } from './box'

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
