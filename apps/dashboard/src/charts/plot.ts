import type { Identity } from '../families/identity'

/** One value of a series in the plot's own units, with its interval if it has one, in words for the reader. */
export interface PlotPoint {
  readonly x: number
  readonly y: number
  readonly low?: number
  readonly high?: number
  readonly text: string
}

/** One row of values: a line, dots, or both. */
export interface PlotSeries {
  readonly key: string
  readonly name: string
  /** How it is drawn: as a method, or as what everything is held to. */
  readonly look: Identity | 'signal' | 'null'
  readonly line: 'straight' | 'step' | 'none'
  readonly dots: boolean
  readonly points: readonly PlotPoint[]
}

export interface PlotAxis {
  readonly label: string
  readonly domain: readonly [number, number]
  readonly scale: 'linear' | 'log2' | 'log10'
  readonly format: (value: number) => string
}

/** A plot to draw: two axes, series, the line of a perfect one, and the number of values behind each place. */
export interface Plot {
  readonly x: PlotAxis
  readonly y: PlotAxis
  readonly series: readonly PlotSeries[]
  /** Points of a line, in the plot's units. */
  readonly ideal?: readonly (readonly [number, number])[]
  readonly counts?: readonly { readonly from: number; readonly to: number; readonly n: number }[]
}
