import { type Bounds } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { clusteredInterval, pairedInterval, percentileInterval, resample, wilsonInterval } from '@cges-fleet/statistics'

// How often 95 % intervals cover the truth, in simulated evaluations: npm run coverage -- [simulations] [resamples]. A
// bench, not a test: it takes minutes. Exits with 1 if coverage leaves 93 to 97 % by more than a standard error of the
// simulation, for n ≥ 200 and p in [.2, .95].
const SIMULATIONS = Number(process.argv[2] ?? 500)
const RESAMPLES = Number(process.argv[3] ?? 999)

/** One standard error of a simulated coverage. */
const NOISE = Math.sqrt((0.95 * 0.05) / SIMULATIONS)

interface Setting {
  readonly n: number
  readonly p: number
  readonly replicates: number
}

const random = seededRandom('coverage')
const options = { resamples: RESAMPLES, next: random.next }

/** A trial's results for two methods on the same samples: in half of the trials the second method's are drawn anew. */
function trial(chance: number): [number, number] {
  const first = random.next() < chance ? 1 : 0
  return [first, random.next() < 0.5 ? (random.next() < chance ? 1 : 0) : first]
}

/** For each question, in how many replicates each of two methods was right; questions differ in difficulty around p. */
function evaluation({ n, p, replicates }: Setting): [Float64Array, Float64Array] {
  const sums: [Float64Array, Float64Array] = [new Float64Array(n), new Float64Array(n)]
  for (let question = 0; question < n; question += 1) {
    const extreme = random.next() < 0.5
    const chance = extreme && replicates > 1 ? (random.next() < p ? 1 : 0) : p
    for (let replicate = 0; replicate < replicates; replicate += 1) {
      for (const [method, right] of trial(chance).entries()) {
        const column = sums[method]
        if (column !== undefined) column[question] = (column[question] ?? 0) + right
      }
    }
  }
  return sums
}

/** The intervals of one evaluation: accuracy as shown, its closed form beside it, and the difference of two methods. */
function intervals(setting: Setting): Record<'accuracy' | 'closed form' | 'difference', Bounds> {
  const { n, replicates } = setting
  const [sums, other] = evaluation(setting)
  const trials = new Float64Array(n).fill(replicates)
  const c = sums.reduce((sum, right) => sum + right, 0)
  const cc = sums.reduce((sum, right) => sum + right * right, 0)
  const closed = clusteredInterval({
    clusters: n,
    c,
    n: n * replicates,
    cc,
    cn: c * replicates,
    nn: n * replicates ** 2,
  })
  const resampling = resample([sums, other, trials], options.resamples, options.next)
  const above = resampling.totals.get(sums)
  const below = resampling.totals.get(trials)
  const drawn = above === undefined || below === undefined ? null : percentileInterval(above, below)
  const shown = drawn !== null && drawn.low < drawn.high ? drawn : closed
  const difference = pairedInterval(resampling, [sums, other], trials) ?? { low: -1, high: 1 }
  return { accuracy: replicates === 1 ? wilsonInterval(c, n) : shown, 'closed form': closed, difference }
}

/** How often each interval covered the truth: p, p and 0. */
function coverage(setting: Setting): readonly number[] {
  const held = [0, 0, 0]
  const truths = [setting.p, setting.p, 0]
  for (let run = 0; run < SIMULATIONS; run += 1) {
    for (const [at, { low, high }] of Object.values(intervals(setting)).entries()) {
      const truth = truths[at] ?? 0
      if (low <= truth && truth <= high) held[at] = (held[at] ?? 0) + 1
    }
  }
  return held.map((count) => count / SIMULATIONS)
}

/** The expected number of trials on which the two methods differ. */
function differing({ n, p, replicates }: Setting): number {
  return n * replicates * p * (1 - p) * (replicates > 1 ? 0.5 : 1)
}

/** Prints a line and returns whether the gated shares are within 93 to 97 %. */
function line(setting: Setting): boolean {
  const { n, p, replicates } = setting
  const [accuracy = 0, closed = 0, difference = 0] = coverage(setting)
  const gated = n >= 200 && p >= 0.2 && p <= 0.95
  // If few trials differ, the two pairs added to a difference make its interval wide on purpose.
  const gatedShares = differing(setting) >= 20 ? [accuracy, difference] : [accuracy]
  const within = gatedShares.every((share) => share >= 0.93 - NOISE && share <= 0.97 + NOISE)
  const shares = [accuracy, closed, difference].map((share) => (100 * share).toFixed(1))
  const cells = [n, p, replicates, ...shares, Math.round(differing(setting))]
  console.log(`| ${[...cells, gated ? (within ? 'within' : 'OUTSIDE') : 'not gated'].join(' | ')} |`)
  return !gated || within
}

console.log(`Coverage in %, of ${SIMULATIONS} simulations with ${RESAMPLES} resamples each.\n`)
console.log('| n | p | replicates | accuracy | closed form | difference | trials that differ | 93 to 97 |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
const settings = [1, 4].flatMap((replicates) =>
  [30, 200, 500].flatMap((n) => [0.01, 0.2, 0.5, 0.8, 0.95, 0.99].map((p): Setting => ({ n, p, replicates }))),
)
process.exitCode = settings.map(line).every(Boolean) ? 0 : 1
