/** What work on an input of one size took. */
export interface Measured {
  readonly size: number
  readonly cpuMs: number
}

export interface Bounds {
  /** What takes no longer than this at its largest is not judged by its growth. */
  readonly floorMs: number
  /** Time may grow as the size to this power. */
  readonly exponent: number
  /** What one piece of work may keep an event loop from all others. */
  readonly longestMs: number
}

export const BOUNDS: Bounds = { floorMs: 20, exponent: 1.2, longestMs: 200 }

/** Less cannot be told from nothing. */
const LEAST_MS = 0.5

export interface Growth {
  readonly exponent: number
  readonly longestMs: number
}

/** Tells how time grows: the exponent of the power of the size that fits it best, by least squares of the logarithms. */
export function growthOf(measured: readonly Measured[]): Growth {
  const points = measured.map(({ size, cpuMs }) => [Math.log(size), Math.log(Math.max(cpuMs, LEAST_MS))] as const)
  const meanX = mean(points.map(([x]) => x))
  const meanY = mean(points.map(([, y]) => y))
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const together = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return { exponent: together / spread, longestMs: Math.max(...measured.map(({ cpuMs }) => cpuMs)) }
}

/** Says what is wrong with how work grows; null if nothing is. */
export function growthFault({ exponent, longestMs }: Growth, bounds: Bounds = BOUNDS): string | null {
  if (longestMs > bounds.longestMs) return `takes ${longestMs.toFixed(0)} ms, above ${bounds.longestMs}`
  if (longestMs <= bounds.floorMs) return null
  return exponent > bounds.exponent ? `grows as n^${exponent.toFixed(2)}, above n^${bounds.exponent}` : null
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
