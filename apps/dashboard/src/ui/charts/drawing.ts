import type { ReactNode } from 'react'
import { questionsAddress, type Selection } from '../../addresses/questions'
import type { NamedReport } from '../methods/names'

/** A point of a chart that can be read out, in pixels, with its words. */
export interface ReadOutPoint {
  readonly series: string
  readonly x: number
  readonly y: number
  readonly text: string
  /** The method it is of, where a chart has several in one series. */
  readonly of?: string
  /** The value of the method's setting at this point, if it lies on a curve of them. */
  readonly at?: number
  /** The address of the questions behind it; none if no selection finds them. */
  readonly href?: string
}

/** A chart at one size: what is drawn, and what hovering and arrow keys can reach. */
export interface Drawing {
  readonly content: ReactNode
  readonly points: readonly ReadOutPoint[]
}

const NEAR_PX = 48

/**
 * Returns which point a key moves to from the current one, by position in the list: left and right along a series, up
 * and down between series, Home and End to its ends. Null if the key means nothing here.
 */
export function stepReadOut(points: readonly ReadOutPoint[], at: number | null, key: string): number | null {
  if (points.length === 0) return null
  const current = at === null ? undefined : points[at]
  if (current === undefined)
    return /^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(key)
      ? (places(points, points[0]?.series ?? '')[0] ?? null)
      : null
  const along = places(points, current.series)
  const here = along.indexOf(at ?? 0)
  if (key === 'ArrowRight') return along[Math.min(along.length - 1, here + 1)] ?? null
  if (key === 'ArrowLeft') return along[Math.max(0, here - 1)] ?? null
  if (key === 'Home') return along[0] ?? null
  if (key === 'End') return along.at(-1) ?? null
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null
  const series = [...new Set(points.map((point) => point.series))]
  const next = series.indexOf(current.series) + (key === 'ArrowDown' ? 1 : -1)
  return nearestTo(points, places(points, series[(next + series.length) % series.length] ?? ''), current)
}

/** The point under a pointer, by position in the list; null if none is near. */
export function pointAt(
  points: readonly ReadOutPoint[],
  place: { readonly x: number; readonly y: number },
): number | null {
  const all = points.map((_, at) => at)
  const found = nearestTo(points, all, place)
  const point = found === null ? undefined : points[found]
  return point !== undefined && distance(point, place) <= NEAR_PX ? found : null
}

function places(points: readonly ReadOutPoint[], series: string): number[] {
  return points
    .flatMap((point, at) => (point.series === series ? [at] : []))
    .toSorted((a, b) => (points[a]?.x ?? 0) - (points[b]?.x ?? 0))
}

function nearestTo(
  points: readonly ReadOutPoint[],
  among: readonly number[],
  place: { readonly x: number; readonly y: number },
): number | null {
  const far = (at: number) => {
    const point = points[at]
    return point === undefined ? Number.POSITIVE_INFINITY : distance(point, place)
  }
  return among.reduce<number | null>((best, at) => (best === null || far(at) < far(best) ? at : best), null)
}

function distance(point: ReadOutPoint, { x, y }: { readonly x: number; readonly y: number }): number {
  return Math.hypot(point.x - x, point.y - y)
}

/**
 * Returns the address of the questions behind a method's point in a chart; undefined if the chart spans evaluations.
 */
export type Opens = (report: NamedReport) => string | undefined

/** Links every point of a method to those of its questions that a selection finds. */
export function opensOf(id: string, of: (report: NamedReport) => Selection): Opens {
  return (report) => questionsAddress(id, { method: report.key, ...of(report) })
}
