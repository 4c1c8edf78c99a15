import type { PoolWindow } from '@cges-fleet/core'
import { EMPTY_SECONDS, IDLE_SECONDS, NOTE_SECONDS, type PoolPoint } from '@cges-fleet/db'

/** The points that a window is built from, and the length of its bins. */
export interface WindowSteps {
  readonly seconds: number
  /** The step of the points that are read. */
  readonly step: number
  readonly bin: number
}

export const WINDOW_STEPS: Readonly<Record<PoolWindow, WindowSteps>> = {
  '15min': { seconds: 900, step: 10, bin: 10 },
  '1h': { seconds: 3600, step: 10, bin: 30 },
  '6h': { seconds: 21_600, step: 60, bin: 180 },
  '24h': { seconds: 86_400, step: 600, bin: 600 },
  '7d': { seconds: 604_800, step: 600, bin: 3600 },
}

/** A point before the window may cover its first bins. */
const LEAD_SECONDS = EMPTY_SECONDS + IDLE_SECONDS

/**
 * The bins of a window: when each began, in milliseconds since 1970, and the bin whose points cover it, null if none
 * do.
 */
export interface TimeGrid {
  readonly starts: readonly number[]
  readonly coveredBy: readonly (number | null)[]
  /** The number of observations in the points of a bin. */
  readonly notes: ReadonlyMap<number, number>
  readonly binOf: (at: number) => number
}

/** The start of the first point that a window's grid covers. */
export function gridFrom({ seconds, bin }: WindowSteps, now: number): Date {
  return new Date(binAt(bin, now - seconds * 1000) - LEAD_SECONDS * 1000)
}

/**
 * Lays a window's bins over the points of a pool, oldest first. An unchanged pool is recorded seldom, and its last
 * point holds until the next is due; a time without a record, as while no coordinator ran, stays unknown. Pure.
 */
export function timeGrid(window: WindowSteps, points: readonly PoolPoint[], now: number): TimeGrid {
  const { seconds, bin } = window
  const binOf = (at: number) => binAt(bin, at)
  const notes = sumBy(points, binOf, (point) => point.notes)
  const from = binOf(now - seconds * 1000)
  const starts = Array.from(
    { length: Math.floor((binOf(now) - from) / (bin * 1000)) + 1 },
    (_, n) => from + n * bin * 1000,
  )
  let next = 0
  const coveredBy = starts.map((start) => {
    while ((points[next]?.at ?? Infinity) < start) next += 1
    if (notes.has(start)) return start
    const before = points[next - 1]
    return before !== undefined && start - before.at <= holdsFor(before) * 1000 ? binOf(before.at) : null
  })
  return { starts, coveredBy, notes, binOf }
}

/** Sums values by bin. */
export function sumBy<P extends { readonly at: number }>(
  points: readonly P[],
  binOf: (at: number) => number,
  value: (point: P) => number,
): Map<number, number> {
  const sums = new Map<number, number>()
  for (const point of points) {
    const bin = binOf(point.at)
    sums.set(bin, (sums.get(bin) ?? 0) + value(point))
  }
  return sums
}

/** The mean over a bin's notes of what was summed over them, bin by bin; 0 where nothing was summed, null if nothing is known. */
export function meansOf({ coveredBy, notes }: TimeGrid, sums: ReadonlyMap<number, number>): (number | null)[] {
  return coveredBy.map((bin) => (bin === null ? null : (sums.get(bin) ?? 0) / Math.max(1, notes.get(bin) ?? 1)))
}

function holdsFor({ known, active, waiting, backlog }: PoolPoint): number {
  if (active + waiting + backlog > 0) return 3 * NOTE_SECONDS
  return (known > 0 ? IDLE_SECONDS : EMPTY_SECONDS) + 3 * NOTE_SECONDS
}

function binAt(bin: number, at: number): number {
  return Math.floor(at / (bin * 1000)) * bin * 1000
}
