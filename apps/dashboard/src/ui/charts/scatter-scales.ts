import type { MethodCurve } from '@cges-fleet/core'
import { formatCount } from '../format/numbers'
import type { NamedReport } from '../methods/names'
import type { Box } from './geometry'
import { linearScale, type LinearScale, logScale, roundDomain, type Tick } from './scales'
import { banded, type Cost, placeable, shownCurves } from './scatter-points'

export interface ScatterScales {
  readonly x: (cost: number) => number
  readonly y: (share: number) => number
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
}

interface Drawn {
  readonly reports: readonly NamedReport[]
  readonly curves: readonly MethodCurve[]
  readonly by: Cost
  readonly isEven?: boolean
  /** Whether the axes fit the methods alone. */
  readonly isZoomed?: boolean
}

/**
 * While a method runs, its point moves to and fro but its bounds only narrow: axes that contain the bounds never
 * flicker.
 */
export function scatterScales(drawn: Drawn, area: Box): ScatterScales {
  const shares = sharesOf(drawn)
  const low = Math.max(0, Math.min(1, ...shares) - 0.01)
  const high = Math.min(1, Math.max(0, ...shares) + 0.01)
  const y = linearScale(roundDomain(low < high ? [low, high] : [0, 1]), [area.y + area.height, area.y])
  return { ...costScale(drawn, area), y: y.at, yTicks: percentTicks(y) }
}

function costScale(drawn: Drawn, { x: from, width }: Box): Pick<ScatterScales, 'x' | 'xTicks'> {
  const costs = costsOf(drawn)
  const least = costs.least === null ? 1 : 2 ** Math.floor(Math.log2(Math.max(lowestOf(drawn.by), costs.least)))
  const most = Math.max(2 * least, costs.most) * 1.06
  const ends = [from, from + width] as const
  const even = linearScale([0, most], ends)
  const x = drawn.isEven === true ? even.at : logScale([least * 0.94, most], ends)
  const ticks = drawn.isEven === true ? even.ticks : powersOfTwo(least, most)
  return { x, xTicks: ticks.map((value) => ({ at: x(value), text: tickText(value) })) }
}

/** A call or a token is the least there is; of a second there are parts. */
function lowestOf(by: Cost): number {
  return by === 'time' ? 2 ** -12 : 1
}

function tickText(value: number): string {
  return value >= 1 ? formatCount(value) : `${Number(value.toPrecision(2))}`
}

function costsOf({ reports, curves, by, isZoomed = false }: Drawn): { least: number | null; most: number } {
  const all = [...placeable(reports, by), ...banded(reports, by)]
  const placed = all.map(({ report, cost }) => (report.interim && by === 'calls' ? report.callsBounds.low : cost))
  const budgets = by === 'calls' && !isZoomed ? reports.map(({ spec }) => spec.budget) : []
  const drawn = shownCurves(reports, curves, by).flatMap(({ points }) => points.map(({ cost }) => cost))
  const costs = [...placed, ...budgets, ...drawn]
  return { least: placed.length === 0 ? null : Math.min(...costs), most: Math.max(lowestOf(by), ...costs) }
}

function sharesOf({ reports, curves, by }: Drawn): number[] {
  const limits = [...placeable(reports, by), ...banded(reports, by).map(({ bounds }) => bounds)]
  return [
    ...limits.flatMap(({ low, high }) => [low, high]),
    ...shownCurves(reports, curves, by).flatMap(({ points }) => points.map(({ accuracy }) => accuracy)),
  ]
}

function percentTicks({ at, step, ticks }: LinearScale): Tick[] {
  const digits = Math.max(0, Math.ceil(-Math.log10(100 * step) - 1e-9))
  return ticks.map((value) => ({ at: at(value), text: `${(100 * value).toFixed(digits)}%` }))
}

function powersOfTwo(least: number, most: number): number[] {
  const count = Math.floor(Math.log2(most / least)) + 1
  return Array.from({ length: count }, (_, power) => least * 2 ** power)
}
