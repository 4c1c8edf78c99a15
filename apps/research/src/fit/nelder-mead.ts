interface Vertex {
  readonly at: readonly number[]
  readonly value: number
}

/**
 * Finds where a function of a few numbers is least, near `start`, without derivatives; deterministic. Source: Nelder and
 * Mead, A simplex method for function minimization (1965), with their coefficients.
 */
export function nelderMead(
  least: (at: readonly number[]) => number,
  start: readonly number[],
  step: number,
  evaluations: number,
): Vertex {
  const calls = { times: 0 }
  const vertex = (at: readonly number[]): Vertex => {
    calls.times += 1
    return { at, value: least(at) }
  }
  let simplex = [start, ...start.map((_, moved) => start.map((x, at) => (at === moved ? x + step : x)))].map(vertex)
  while (calls.times < evaluations) {
    simplex = simplex.toSorted((a, b) => a.value - b.value)
    const best = simplex[0]
    const worst = simplex.at(-1)
    if (best === undefined || worst === undefined) break
    const kept = simplex.slice(0, -1)
    const centre = start.map((_, at) => kept.reduce((sum, each) => sum + (each.at[at] ?? 0), 0) / kept.length)
    const along = (times: number): Vertex => vertex(centre.map((x, at) => x + times * ((worst.at[at] ?? 0) - x)))
    const next = replacement(best, kept.at(-1) ?? best, worst, along)
    simplex =
      next === null
        ? simplex.map((each) => (each === best ? best : vertex(each.at.map((x, at) => (x + (best.at[at] ?? 0)) / 2))))
        : [...kept, next]
  }
  return simplex.reduce((best, each) => (each.value < best.value ? each : best))
}

/** The worst corner reflected, stretched or drawn in; null if none of these is better and all must shrink. */
function replacement(best: Vertex, second: Vertex, worst: Vertex, along: (times: number) => Vertex): Vertex | null {
  const mirrored = along(-1)
  if (mirrored.value < best.value) {
    const further = along(-2)
    return further.value < mirrored.value ? further : mirrored
  }
  if (mirrored.value < second.value) return mirrored
  const nearer = along(mirrored.value < worst.value ? -0.5 : 0.5)
  return nearer.value < Math.min(mirrored.value, worst.value) ? nearer : null
}
