import type { Bounds } from '@cges-fleet/core'
import type { SeededRandom } from '@cges-fleet/methods'
import {
  boundedEstimate,
  clusteredInterval,
  differenceEstimate,
  pairedInterval,
  pairedTotals,
  percentileInterval,
  resample,
  type Resampling,
  wilsonInterval,
} from '@cges-fleet/statistics'

/** The most calls of a question. */
const BUDGET = 16

/** Simulated evaluations of one kind: their questions, how often samples are right, and how many replicates there are. */
export interface Setting {
  readonly n: number
  readonly p: number
  readonly replicates: number
}

/** A trial's results for two methods on the same samples: in half of the trials the second method's are drawn anew. */
function trial(chance: number, random: SeededRandom): [number, number] {
  const first = random.next() < chance ? 1 : 0
  return [first, random.next() < 0.5 ? (random.next() < chance ? 1 : 0) : first]
}

/** Calls of a question: most stop early, some use the whole budget, all replicates of one much alike. Mean 5.2. */
function callsOf(isHard: boolean, random: SeededRandom): number {
  return isHard ? BUDGET : 3 + random.int(0, 2)
}
const HARD = 0.1
const MEAN_CALLS = HARD * BUDGET + (1 - HARD) * 4

/** For each question, in how many replicates each of two methods was right, and its calls; questions differ in difficulty. */
function evaluation({ n, p, replicates }: Setting, random: SeededRandom) {
  const [first, second, calls] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)]
  for (let question = 0; question < n; question += 1) {
    const extreme = random.next() < 0.5
    const chance = extreme && replicates > 1 ? (random.next() < p ? 1 : 0) : p
    const isHard = random.next() < HARD
    for (let replicate = 0; replicate < replicates; replicate += 1) {
      const [ours, theirs] = trial(chance, random)
      first[question] = (first[question] ?? 0) + ours
      second[question] = (second[question] ?? 0) + theirs
      calls[question] = (calls[question] ?? 0) + callsOf(isHard, random)
    }
  }
  return { first, second, calls }
}

/** The intervals looked at: some beside the plain percentile interval, without questions added or Student's width. */
export const METRICS = [
  'accuracy before',
  'accuracy',
  'calls before',
  'calls',
  'difference before',
  'difference',
  'difference of calls',
] as const
type Intervals = Record<(typeof METRICS)[number], Bounds>

/** The intervals of one evaluation, as they are shown and as they were. */
function intervals(setting: Setting, resamples: number, random: SeededRandom): Intervals {
  const { n, replicates } = setting
  const { first, second, calls } = evaluation(setting, random)
  const trials = new Float64Array(n).fill(replicates)
  const budgets = new Float64Array(n).fill(replicates * BUDGET)
  const resampling = resample([first, second, calls, budgets, trials], resamples, random.next)
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
    'difference before': differenceBefore(resampling, [first, second], trials),
    difference: pairedInterval(resampling, [first, second], trials) ?? { low: -1, high: 1 },
    'difference of calls': differenceEstimate(resampling, [calls, budgets], trials) ?? nothing,
  }
}

/** As a difference was: without Student's width. */
function differenceBefore(resampling: Resampling, columns: readonly [Float64Array, Float64Array], pairs: Float64Array) {
  const found = pairedTotals(resampling, columns, pairs)
  return (found === null ? null : percentileInterval(found.above, found.below)) ?? { low: -1, high: 1 }
}

function closed(sums: Float64Array, replicates: number): Bounds {
  const c = sums.reduce((sum, right) => sum + right, 0)
  const cc = sums.reduce((sum, right) => sum + right * right, 0)
  const n = sums.length
  return clusteredInterval({ clusters: n, c, n: n * replicates, cc, cn: c * replicates, nn: n * replicates ** 2 })
}

/** Returns how often each 95 % interval covers the truth in so many simulated evaluations. */
export function intervalCoverage(
  setting: Setting,
  {
    simulations,
    resamples,
    random,
  }: { readonly simulations: number; readonly resamples: number; readonly random: SeededRandom },
): Record<keyof Intervals, number> {
  const held = Object.fromEntries(METRICS.map((name) => [name, 0])) as Record<keyof Intervals, number>
  const truthOf = (name: keyof Intervals) => {
    if (name === 'difference of calls') return MEAN_CALLS - BUDGET
    return name.startsWith('difference') ? 0 : name.startsWith('calls') ? MEAN_CALLS : setting.p
  }
  for (let run = 0; run < simulations; run += 1) {
    const found = intervals(setting, resamples, random)
    for (const name of METRICS) {
      const { low, high } = found[name]
      if (low <= truthOf(name) && truthOf(name) <= high) held[name] += 1 / simulations
    }
  }
  return held
}
