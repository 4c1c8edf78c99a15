/** A place on a drawing, in pixels. */
export type Place = readonly [x: number, y: number]

/**
 * The path of a line through places, as an SVG's `d`: straight from one to the next, or, as `step`, level until the next
 * and then up or down to it. It is broken at null, and a place alone is a dot under a round cap.
 */
export function linePath(places: readonly (Place | null)[], line: 'straight' | 'step' = 'straight'): string {
  return runsOf(places)
    .map(([first, ...rest]) => {
      if (first === undefined) return ''
      if (rest.length === 0) return `M${px(first[0])},${px(first[1])}Z`
      const drawn = rest.map(([x, y]) => (line === 'step' ? `H${px(x)}V${px(y)}` : `L${px(x)},${px(y)}`))
      return `M${px(first[0])},${px(first[1])}${drawn.join('')}`
    })
    .join('')
}

/** A level of steps and its base; null if it is not known. */
export interface Level {
  readonly x: number
  readonly low: number
  readonly high: number | null
}

/** The path around the steps between two heights, each level from its place to the next. */
export function stepAreaPath(levels: readonly Level[]): string {
  return runsOf(levels.map((level) => (level.high === null ? null : level)))
    .map((run) => {
      const top = linePath(
        run.map(({ x, high }) => [x, high ?? 0]),
        'step',
      ).replace('Z', '')
      const back = run.slice(0, -1).map(({ x, low }) => `V${px(low)}H${px(x)}`)
      const last = run.at(-1)
      return `${top}V${px(last?.low ?? 0)}${back.toReversed().join('')}Z`
    })
    .join('')
}

/** Hundredths of a pixel are more than is seen. */
function px(at: number): number {
  return Math.round(100 * at) / 100
}

/** The stretches without a gap. */
function runsOf<Each>(all: readonly (Each | null)[]): (readonly Each[])[] {
  const runs: Each[][] = [[]]
  for (const each of all) {
    if (each === null) runs.push([])
    else runs.at(-1)?.push(each)
  }
  return runs.filter(({ length }) => length > 0)
}
