/** Shades of a lane: each is of values up to this. */
export const LANE_LEVELS = [0, 0.25, 0.5, 0.75, 0.999, Number.POSITIVE_INFINITY] as const

export interface LanePlaces {
  readonly starts: readonly number[]
  readonly x: (at: number) => number
  readonly endOf: (step: number) => number
  readonly height: number
}

/** One path a shade and lane, so that a drawing has few nodes: equal neighbours are one rectangle, what is unknown is none. */
export function lanePath(
  values: readonly (number | null)[],
  level: number,
  { starts, x, endOf, height }: LanePlaces,
): string {
  const is = (step: number) => {
    const value = values[step] ?? null
    return value !== null && LANE_LEVELS.findIndex((most) => value <= most) === level
  }
  return starts
    .map((start, step) => {
      if (!is(step) || (step > 0 && is(step - 1))) return ''
      let last = step
      while (is(last + 1)) last += 1
      return `M${x(start).toFixed(1)},0H${endOf(last).toFixed(1)}V${height}H${x(start).toFixed(1)}Z`
    })
    .join('')
}
