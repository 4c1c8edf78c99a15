import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { resampleClusters } from './resample-clusters.js'

it.each([1, 3, 4, 6, 9])('gives each of %i columns the totals that it has by itself, to the last bit', (count) => {
  const random = seededRandom('columns')
  const columns = Array.from({ length: count }, () => Float64Array.from({ length: 301 }, () => random.next() - 0.4))
  const together = resampleClusters(columns, 40, seededRandom('clusters').next)
  expect(together).toHaveLength(count)
  for (const [at, column] of columns.entries()) {
    const next = seededRandom('clusters').next
    const alone = Float64Array.from({ length: 40 }, () => {
      const times = new Float64Array(column.length)
      for (let drawn = 0; drawn < column.length; drawn += 1) {
        const cluster = Math.floor(next() * column.length)
        times[cluster] = (times[cluster] ?? 0) + 1
      }
      return times.reduce((sum, weight, cluster) => sum + weight * (column[cluster] ?? 0), 0)
    })
    expect(together[at]).toEqual(alone)
  }
})
