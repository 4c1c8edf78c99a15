import type { MethodReport } from '@cges-fleet/core'

/** Places values on an axis, in pixels. */
export type Scale = (value: number) => number

/** A scale with even steps. */
export interface LinearScale {
  readonly at: Scale
  /** The first and last value of the axis. */
  readonly domain: readonly [number, number]
  /** The distance of its ticks: 1, 2 or 5 times a power of ten. */
  readonly step: number
  readonly ticks: readonly number[]
}

type Ends = readonly [number, number]

/** Makes a linear scale, with about as many ticks as requested, at round numbers. */
export function linearScale(domain: Ends, range: Ends, count = 5): LinearScale {
  const step = stepOf(domain, count)
  const from = Math.ceil(domain[0] / step - 1e-9)
  const to = Math.floor(domain[1] / step + 1e-9)
  const ticks = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => rounded((from + index) * step, step))
  return { at: between(domain, range, (value) => value), domain, step, ticks }
}

/** The domain widened to round numbers, so that an axis begins and ends with a tick. */
export function roundDomain(domain: Ends, count = 5): Ends {
  const step = stepOf(domain, count)
  const wider: Ends = [
    rounded(Math.floor(domain[0] / step + 1e-9) * step, step),
    rounded(Math.ceil(domain[1] / step - 1e-9) * step, step),
  ]
  return stepOf(wider, count) === step ? wider : roundDomain(wider, count)
}

/** Makes a scale on which equal ratios lie equally far apart; values and the ends of the domain are above 0. */
export function logScale(domain: Ends, range: Ends): Scale {
  return between(domain, range, Math.log)
}

function between([first, last]: Ends, [from, to]: Ends, bend: Scale): Scale {
  const start = bend(first)
  const length = bend(last) - bend(first)
  return (value) => (length === 0 ? (from + to) / 2 : from + ((bend(value) - start) / length) * (to - from))
}

/** The geometric mean of neighbours parts 1, 2, 5 and 10: the nearest by ratio is taken. */
function stepOf([low, high]: Ends, count: number): number {
  const wanted = (high - low) / Math.max(1, count)
  if (!(wanted > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(wanted))
  const share = wanted / power
  return power * (share >= Math.sqrt(50) ? 10 : share >= Math.sqrt(10) ? 5 : share >= Math.SQRT2 ? 2 : 1)
}

function rounded(value: number, step: number): number {
  return Number(value.toFixed(Math.max(0, Math.ceil(-Math.log10(step)) + 1)))
}

/** A mark on an axis: where, in pixels, and what it says. */
export interface Tick {
  readonly at: number
  readonly text: string
}

/** A range of shares that contains every bar of a table, in steps of 5 points; the one scale all its rows share. */
export function shareDomain(reports: readonly MethodReport[]): readonly [number, number] {
  const ends = reports.flatMap(({ accuracy, accuracyBounds, interim }) => [
    ...(interim ? [accuracyBounds.low, accuracyBounds.high] : []),
    ...(accuracy === null ? [] : [accuracy.low, accuracy.high]),
  ])
  if (ends.length === 0) return [0, 1]
  const low = Math.floor(Math.min(...ends) * 20 + 1e-9) / 20
  const high = Math.ceil(Math.max(...ends) * 20 - 1e-9) / 20
  return low < high ? [low, high] : [Math.max(0, low - 0.05), Math.min(1, high + 0.05)]
}
