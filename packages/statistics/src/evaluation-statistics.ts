import { seededRandom } from '@cges-fleet/methods'
import type { FinalStatistics } from '@cges-fleet/core'
import { baselineOf } from './baseline-of.js'
import { bestMethods } from './best-methods.js'
import { compareMethods, type Pair } from './compare-methods.js'
import { methodCurves } from './curves/method-curves.js'
import { dominatedMethods } from './dominated-methods.js'
import { coverageCurves } from './coverage/coverage-curves.js'
import type { EvaluationTable } from './evaluation-table.js'
import { methodStatistics } from './method-statistics.js'
import { type MethodSums, methodSums } from './method-sums.js'
import { resample } from './resampling.js'
import { signalQuality } from './signal-quality.js'
import { questionSums } from './question-sums.js'
import { planSubsets, subsetAccuracies, type SubsetPlan } from './subset-accuracies.js'

export type StatisticsOptions = {
  /** δ, a share. */
  readonly margin: number
  /** Key of the method all others are compared with; null: SC at each one's budget. */
  readonly baseline: string | null
  /** Why comparisons would mislead, if they would. */
  readonly notComparable: string | null
  readonly gpuTime: string
  /** Number of bootstrap resamples of questions; 10,000 by default. */
  readonly resamples?: number
}

/** The default margin, the loss in accuracy a reader is assumed to accept: one point. */
export const DEFAULT_MARGIN = 0.01

/** Number of bootstrap resamples of questions. */
export const RESAMPLES = 10_000

/**
 * Computes the statistics of a complete evaluation: intervals, paired comparisons with judgements, expectations over
 * subsets, quality of signals. Deterministic: randomness comes from a fixed seed. O(10,000 × questions × methods).
 */
export function finalStatistics(table: EvaluationTable, options: StatisticsOptions): FinalStatistics {
  const random = seededRandom('statistics')
  const resamples = options.resamples ?? RESAMPLES
  const everywhere = (trial: number): boolean => table.methods.every(({ calls }) => (calls[trial] ?? 0) > 0)
  const whole = table.trials.question.every((_, trial) => everywhere(trial))
  const own = table.methods.map((method) => methodSums(table, method, (trial) => (method.calls[trial] ?? 0) > 0))
  const common = whole ? own : table.methods.map((method) => methodSums(table, method, everywhere))
  const subsets = planSubsets(table, random.next)
  const all = questionSums(table, () => 1)
  const columns = [all, ...[...own, ...common].flatMap(resampledOf(table)), ...subsetColumns(subsets)]
  const resampling = resample(columns, resamples, random.next)
  const notCompared = options.notComparable ?? (table.methods.length < 2 ? 'there is one method only' : null)
  const pairs = notCompared === null ? pairsOf(table, common, options.baseline) : []
  const compared = { resampling, margin: options.margin, counts: everywhere, next: random.next }
  const comparisons = compareMethods(table, pairs, compared)
  const contenders = table.methods.flatMap(({ key }, at) => {
    const sums = common[at]
    return sums === undefined ? [] : [{ key, sums }]
  })
  return {
    margin: options.margin,
    resamples,
    methods: own.map((sums, at) => ({
      ...methodStatistics(table, at, { sums, all, resampling }),
      comparison: comparisons.get(table.methods[at]?.key ?? '') ?? null,
    })),
    notCompared,
    gpuTime: options.gpuTime,
    subsets:
      typeof subsets === 'string'
        ? null
        : { samples: subsets.samples, trials: subsets.trials, rows: subsetAccuracies(subsets, resampling) },
    subsetsMissing: typeof subsets === 'string' ? subsets : null,
    best: notCompared === null ? bestMethods(contenders, resampling) : { accuracy: [], calls: [] },
    dominated: notCompared === null ? dominatedMethods(contenders, resampling) : [],
    signals: [...table.samples.signals.keys()].map((signal) => signalQuality(table, signal)),
    curves: methodCurves(table),
    coverage: coverageCurves(table),
  }
}

/** With one replicate accuracies have Wilson's interval, which needs no resampling. */
function resampledOf({ replicates }: EvaluationTable) {
  return ({ trials, correct, answered, calls, tokens, seconds }: MethodSums): Float64Array[] => [
    trials,
    correct,
    calls,
    tokens,
    seconds,
    ...(replicates > 1 ? [answered] : []),
  ]
}

function subsetColumns(subsets: SubsetPlan | string): Float64Array[] {
  if (typeof subsets === 'string') return []
  return subsets.columns.flatMap(({ majority, passAny, passAll, trials }) => [majority, passAny, passAll, trials])
}

function pairsOf({ methods }: EvaluationTable, sums: readonly MethodSums[], wanted: string | null): Pair[] {
  return methods.flatMap((method, at) => {
    const baseline = baselineOf(method, methods, wanted)
    const ours = sums[at]
    const theirs = sums[methods.indexOf(baseline)]
    if (baseline === method || ours === undefined || theirs === undefined) return []
    return [{ method, baseline, sums: ours, baselineSums: theirs }]
  })
}
