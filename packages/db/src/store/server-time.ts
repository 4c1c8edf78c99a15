import { apportionTime } from '@cges-fleet/statistics'
import type { CallColumns } from './figures/select-call-columns.js'

export interface SamplePlace {
  readonly position: number
  readonly replicate: number
  readonly index: number
}

/** Seconds of server time by sample, NaN if unknown, and by what a method's rankings cost. */
export interface ServerTime {
  readonly seconds: Float64Array
  readonly scoringSeconds: Float64Array
  readonly rankings: ReadonlyMap<string, { readonly calls: number; readonly seconds: number | null }>
}

/**
 * Computes how long servers worked for each landed sample: a server's time is shared among the calls in flight on it,
 * lost and repeated ones included, whose part is attributed to no sample. `timed`: whether the times are those of a
 * real model. Pure.
 */
export function serverTime(calls: CallColumns | null, places: readonly SamplePlace[], timed: boolean): ServerTime {
  const seconds = new Float64Array(places.length).fill(Number.NaN)
  const scoringSeconds = new Float64Array(places.length)
  const rankings = new Map<string, { calls: number; seconds: number | null }>()
  if (calls === null) return { seconds, scoringSeconds, rankings }
  const rows = new Map(places.map(({ position, replicate, index }, at) => [cell(position, replicate, index), at]))
  const parts = timed ? apportionTime(calls) : new Float64Array(calls.kind.length).fill(Number.NaN)
  for (const [at, kind] of calls.kind.entries()) {
    const part = parts[at] ?? Number.NaN
    const method = calls.method[at]
    if (kind === 'rank' && method != null) {
      const before = rankings.get(method)
      rankings.set(method, {
        calls: (before?.calls ?? 0) + 1,
        seconds: timed ? (before?.seconds ?? 0) + part : null,
      })
    }
    const place = calls.place[at]
    const row = place == null || calls.counted[at] !== true ? undefined : rows.get(cell(...place))
    if (row === undefined) continue
    if (kind === 'draw') seconds[row] = part
    if (kind === 'score') scoringSeconds[row] = (scoringSeconds[row] ?? 0) + part
  }
  return { seconds, scoringSeconds, rankings }
}

function cell(position: number, replicate: number, index: number): string {
  return `${position} ${replicate} ${index}`
}
