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
  for (let resample = 0; resample < resamples; resample += 1) {
    times.fill(0)
    for (let drawn = 0; drawn < clusters; drawn += 1) {
      const cluster = Math.floor(next() * clusters)
      times[cluster] = (times[cluster] ?? 0) + 1
    }
    for (const [at, column] of columns.entries()) {
      const total = totals[at]
      if (total !== undefined) total[resample] = dot(times, column)
    }
  }
  return totals
}

function dot(times: Float64Array, values: Float64Array): number {
  let sum = 0
  for (let at = 0; at < times.length; at += 1) sum += (times[at] ?? 0) * (values[at] ?? 0)
  return sum
}
