import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { intervalCoverage } from './covered-intervals.js'

/** `npm run research -- coverage` simulates more, areas among them; these bounds are four standard errors below 95 %. */
const least = (simulations: number) => 0.95 - 4 * Math.sqrt((0.95 * 0.05) / simulations)

it.each([
  { n: 30, p: 0.8, replicates: 1 },
  { n: 30, p: 0.5, replicates: 16 },
  { n: 30, p: 0.95, replicates: 16 },
])('holds the level of accuracy, calls and differences with few questions: $n, $p, $replicates', (setting) => {
  const found = intervalCoverage(setting, { simulations: 600, resamples: 399, random: seededRandom('gate') })
  for (const name of ['accuracy', 'calls', 'difference', 'difference of calls'] as const) {
    expect(found[name], name).toBeGreaterThan(least(600))
  }
  if (setting.replicates > 1) expect(found.difference).toBeGreaterThanOrEqual(found['difference before'])
  // Too wide would hold any level.
  expect(found.calls).toBeLessThan(0.995)
})
