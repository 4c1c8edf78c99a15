import type { Times } from './times'

/** A value of a row from a time on, and its base; `high` is null if it is not known. */
export interface Stretch {
  readonly at: number
  readonly low: number
  readonly high: number | null
}

export interface TimeRow {
  readonly key: string
  readonly stretches: readonly Stretch[]
}

/** Lays values out as steps, if `stacked` each on top of those before; the last is held to the end of its step. */
export function timeRows(
  { at, series, stepSeconds }: Pick<Times, 'at' | 'series' | 'stepSeconds'>,
  stacked: boolean,
): TimeRow[] {
  const starts = at.map((from) => Date.parse(from))
  const below = starts.map(() => 0)
  return series.map(({ key, values }) => {
    const stretches = starts.map((start, step): Stretch => {
      const value = values[step] ?? null
      const low = stacked ? (below[step] ?? 0) : 0
      if (value !== null) below[step] = low + value
      return { at: start, low, high: value === null ? null : low + value }
    })
    const last = stretches.at(-1)
    return { key, stretches: last === undefined ? [] : [...stretches, { ...last, at: last.at + stepSeconds * 1000 }] }
  })
}
