/**
 * Draws as many clusters (questions) as there are, with replacement, `resamples` times, and returns the total of each
 * column over them: one Float64Array of length `resamples` a column. Columns hold one sum a cluster, in equal order, so
 * what belongs to one question stays together: replicates, and methods that read the same samples. `next` gives numbers
 * in [0, 1). O(resamples × clusters × columns).
 * Source: Efron, Bootstrap methods: another look at the jackknife (1979); Davison and Hinkley, Bootstrap methods and
 * their application (1997), § 3.8, on clusters.
 */
export function resampleClusters(
  columns: readonly Float64Array[],
  resamples: number,
  next: () => number,
): Float64Array[] {
  const clusters = columns[0]?.length ?? 0
  const totals = columns.map(() => new Float64Array(resamples))
  const times = new Float64Array(clusters)
  const empty = new Float64Array(clusters)
  for (let resample = 0; resample < resamples; resample += 1) {
    times.fill(0)
    for (let drawn = 0; drawn < clusters; drawn += 1) {
      const cluster = Math.floor(next() * clusters)
      times[cluster] = (times[cluster] ?? 0) + 1
    }
    for (let at = 0; at < columns.length; at += 4) {
      const four = sumsOfFour(
        times,
        [at, at + 1, at + 2, at + 3].map((place) => columns[place] ?? empty),
      )
      for (const [place, sum] of four.entries()) {
        const total = totals[at + place]
        if (total !== undefined) total[resample] = sum
      }
    }
  }
  return totals
}

/**
 * Sums the products with each of four columns. Every sum adds in the same order as by itself, and to the last bit gives
 * the same; but no addition waits for one to another sum, which is where the time goes.
 */
function sumsOfFour(
  times: Float64Array,
  [a = times, b = times, c = times, d = times]: readonly Float64Array[],
): number[] {
  let first = 0
  let second = 0
  let third = 0
  let fourth = 0
  for (let at = 0; at < times.length; at += 1) {
    const weight = times[at] ?? 0
    first += weight * (a[at] ?? 0)
    second += weight * (b[at] ?? 0)
    third += weight * (c[at] ?? 0)
    fourth += weight * (d[at] ?? 0)
  }
  return [first, second, third, fourth]
}
