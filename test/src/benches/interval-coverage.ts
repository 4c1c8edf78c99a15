import { type Bounds } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import {
  boundedEstimate,
  clusteredInterval,
  pairedInterval,
  percentileInterval,
  resample,
  wilsonInterval,
} from '@cges-fleet/statistics'
import { areaCoverage } from './area-coverage.js'

// How often 95 % intervals cover the truth, in simulated evaluations: npm run coverage -- [simulations] [resamples]. A
// bench: it takes minutes. Each figure stands beside the interval as it was before two questions were added to the
// resampling. Exits with 1 if a gated coverage is below 93 % by more than two standard errors of the simulation. Gated is
// p in [.2, .95], from 30 questions on.
const SIMULATIONS = Number(process.argv[2] ?? 500)
const RESAMPLES = Number(process.argv[3] ?? 999)
const BUDGET = 16

/** Two standard errors of a simulated coverage. */
const NOISE = 2 * Math.sqrt((0.95 * 0.05) / SIMULATIONS)

interface Setting {
  readonly n: number
  readonly p: number
  readonly replicates: number
}

const random = seededRandom('coverage')

/** A trial's results for two methods on the same samples: in half of the trials the second method's are drawn anew. */
function trial(chance: number): [number, number] {
  const first = random.next() < chance ? 1 : 0
  return [first, random.next() < 0.5 ? (random.next() < chance ? 1 : 0) : first]
}

/** Calls of a question: most stop early, some use the whole budget, all replicates of one much alike. Mean 5.2. */
function callsOf(isHard: boolean): number {
  return isHard ? BUDGET : 3 + random.int(0, 2)
}
const HARD = 0.1
const MEAN_CALLS = HARD * BUDGET + (1 - HARD) * 4

/** For each question, in how many replicates each of two methods was right, and its calls; questions differ in difficulty. */
function evaluation({ n, p, replicates }: Setting) {
  const [first, second, calls] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)]
  for (let question = 0; question < n; question += 1) {
    const extreme = random.next() < 0.5
    const chance = extreme && replicates > 1 ? (random.next() < p ? 1 : 0) : p
    const isHard = random.next() < HARD
    for (let replicate = 0; replicate < replicates; replicate += 1) {
      const [ours, theirs] = trial(chance)
      first[question] = (first[question] ?? 0) + ours
      second[question] = (second[question] ?? 0) + theirs
      calls[question] = (calls[question] ?? 0) + callsOf(isHard)
    }
  }
  return { first, second, calls }
}

const FIGURES = ['accuracy before', 'accuracy', 'calls before', 'calls', 'difference'] as const
type Intervals = Record<(typeof FIGURES)[number], Bounds>

/** The intervals of one evaluation, as they are shown and as they were. */
function intervals(setting: Setting): Intervals {
  const { n, replicates } = setting
  const { first, second, calls } = evaluation(setting)
  const trials = new Float64Array(n).fill(replicates)
  const resampling = resample([first, second, calls, trials], RESAMPLES, random.next)
  const plain = (column: Float64Array) => {
    const [above, below] = [resampling.totals.get(column), resampling.totals.get(trials)]
    return above === undefined || below === undefined ? null : percentileInterval(above, below)
  }
  const c = first.reduce((sum, right) => sum + right, 0)
  const drawn = plain(first)
  const isSingle = replicates === 1
  const nothing = { low: 0, high: 0 }
  return {
    'accuracy before': isSingle
      ? wilsonInterval(c, n)
      : drawn !== null && drawn.low < drawn.high
        ? drawn
        : closed(first, replicates),
    accuracy: isSingle
      ? wilsonInterval(c, n)
      : (boundedEstimate(resampling, [first, trials], { low: 0, high: 1 }) ?? nothing),
    'calls before': plain(calls) ?? nothing,
    calls: boundedEstimate(resampling, [calls, trials], { low: 1, high: BUDGET }) ?? nothing,
    difference: pairedInterval(resampling, [first, second], trials) ?? { low: -1, high: 1 },
  }
}

function closed(sums: Float64Array, replicates: number): Bounds {
  const c = sums.reduce((sum, right) => sum + right, 0)
  const cc = sums.reduce((sum, right) => sum + right * right, 0)
  const n = sums.length
  return clusteredInterval({ clusters: n, c, n: n * replicates, cc, cn: c * replicates, nn: n * replicates ** 2 })
}

/** How often each interval covered the truth. */
function coverage(setting: Setting): Record<keyof Intervals, number> {
  const held = Object.fromEntries(FIGURES.map((name) => [name, 0])) as Record<keyof Intervals, number>
  const truthOf = (name: keyof Intervals) =>
    name === 'difference' ? 0 : name.startsWith('calls') ? MEAN_CALLS : setting.p
  for (let run = 0; run < SIMULATIONS; run += 1) {
    const found = intervals(setting)
    for (const name of FIGURES) {
      const { low, high } = found[name]
      if (low <= truthOf(name) && truthOf(name) <= high) held[name] += 1 / SIMULATIONS
    }
  }
  return held
}

/** Prints a line and returns whether the gated shares hold their level. */
function line(setting: Setting): boolean {
  const { n, p, replicates } = setting
  const found = coverage(setting)
  const isGated = p >= 0.2 && p <= 0.95
  const holds = [found.accuracy, found.calls, found.difference].every((share) => share >= 0.93 - NOISE)
  const cells = [n, p, replicates, ...FIGURES.map((name) => (100 * found[name]).toFixed(1))]
  console.log(`| ${[...cells, isGated ? (holds ? 'holds' : 'FAILS') : 'not gated'].join(' | ')} |`)
  return !isGated || holds
}

console.log(`Coverage in %, of ${SIMULATIONS} simulations with ${RESAMPLES} resamples each.\n`)
console.log(`| questions | p | replicates | ${FIGURES.join(' | ')} | at least 93 |`)
console.log(`| ---: | ---: | ---: |${FIGURES.map(() => ' ---: |').join('')} --- |`)
const settings = [1, 4, 16].flatMap((replicates) =>
  [30, 200, 500].flatMap((n) => [0.01, 0.2, 0.5, 0.8, 0.95, 0.99].map((p): Setting => ({ n, p, replicates }))),
)
const held = settings.map(line)

console.log('\n| questions | area of sc, before | area of sc | asc-beta over sc | at least 93 |')
console.log('| ---: | ---: | ---: | ---: | --- |')
for (const n of [30, 100]) {
  const { before, after, difference } = areaCoverage(n, Math.max(100, Math.round(SIMULATIONS / 2)), random)
  const holds = after >= 0.93 - NOISE * Math.SQRT2
  held.push(holds)
  const cells = [before, after, difference].map((share) => (100 * share).toFixed(1))
  console.log(`| ${[n, ...cells, holds ? 'holds' : 'FAILS'].join(' | ')} |`)
}
process.exitCode = held.every(Boolean) ? 0 : 1
