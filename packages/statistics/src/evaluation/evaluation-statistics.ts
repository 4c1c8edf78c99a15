import type { FinalStatistics, NotComparable, NotCompared, SubsetsNote } from '@cges-fleet/core'
import { isExternal, methodKey, type ReportedSpec, seededRandom } from '@cges-fleet/methods'
import { baselineOf } from './baseline.js'
import { bestMethods, compareMethods, dominatedMethods, type Pair } from './compare-methods.js'
import { coverageCurves } from '../coverage.js'
import { methodCurves } from '../curves/method-curves.js'
import { methodStatistics } from './method-statistics.js'
import { resample, type Resampling } from '../resampling.js'
import { signalQuality } from '../signals/signal-quality.js'
import { planSubsets, subsetAccuracies, type SubsetPlan } from './subset-accuracies.js'
import { type EvaluationTable, type MethodSums, methodSums, questionSums } from './evaluation-table.js'

export type StatisticsOptions = {
  /** δ, a share. */
  readonly margin: number
  /** Key of the method all others are compared with; null: SC at each one's budget. */
  readonly baseline: string | null
  /** Why comparisons would mislead, if they would. */
  readonly notComparable: NotComparable | null
  readonly gpuTime: FinalStatistics['gpuTime']
  /** Number of bootstrap resamples of questions; 10,000 by default. */
  readonly resamples?: number
}

const ONE_METHOD: NotCompared = { kind: 'one_method', counts: {}, why: null }

/** The default margin, the loss in accuracy a reader is assumed to accept: one point. */
export const DEFAULT_MARGIN = 0.01

/** Number of bootstrap resamples of questions. */
export const RESAMPLES = 10_000

/** Questions drawn in all resamples together, and the fewest resamples whose percentiles are still worth having. */
const MOST_DRAWS = 1e8
const LEAST_RESAMPLES = 1000

/** Returns how many resamples so many questions are drawn in: 10,000 up to 10,000 questions, then fewer, down to 1,000. */
export function resamplesOf(questions: number): number {
  return Math.min(RESAMPLES, Math.max(LEAST_RESAMPLES, Math.floor(MOST_DRAWS / questions)))
}

/**
 * Computes the statistics of a complete evaluation: intervals, paired comparisons with judgements, expectations over
 * subsets, quality of signals. Deterministic: randomness comes from fixed seeds. O(10⁸ × methods).
 *
 * @param base The statistics of the table without its external rules. What these do not change is taken from there;
 * the result is the same to the last bit.
 */
export function finalStatistics(
  table: EvaluationTable,
  options: StatisticsOptions,
  base: FinalStatistics | null = null,
): FinalStatistics {
  const resamples = options.resamples ?? resamplesOf(table.questions)
  const everywhere = (trial: number): boolean => table.methods.every(({ calls }) => (calls[trial] ?? 0) > 0)
  const whole = table.trials.question.every((_, trial) => everywhere(trial))
  const decided = table.methods.map((method) => methodSums(table, method, (trial) => (method.calls[trial] ?? 0) > 0))
  const common = whole ? decided : table.methods.map((method) => methodSums(table, method, everywhere))
  const all = questionSums(table, () => 1)
  const subsets = base === null ? planSubsets(table, seededRandom('subsets').next) : NO_SUBSETS
  const columns = [all, ...[...decided, ...common].flatMap(resampledOf(table)), ...subsetColumns(subsets)]
  const resampling = resample(columns, resamples, seededRandom('statistics').next)
  const notCompared = options.notComparable ?? (table.methods.length < 2 ? ONE_METHOD : null)
  const pairs = notCompared === null ? pairsOf(table, common, options.baseline) : []
  const compared = { resampling, margin: options.margin, counts: everywhere }
  const comparisons = compareMethods(table, pairs, compared)
  const contenders = table.methods.flatMap(({ key }, at) => {
    const sums = common[at]
    return sums === undefined ? [] : [{ key, sums }]
  })
  const kept = new Map(base?.methods.map((method) => [method.key, method]))
  return {
    margin: options.margin,
    resamples,
    methods: decided.map((sums, at) => ({
      ...(kept.get(table.methods[at]?.key ?? '') ?? methodStatistics(table, at, { sums, all, resampling })),
      comparison: comparisons.get(table.methods[at]?.key ?? '') ?? null,
    })),
    notCompared,
    gpuTime: options.gpuTime,
    best: notCompared === null ? bestMethods(contenders, resampling) : { accuracy: [], calls: [] },
    dominated: notCompared === null ? dominatedMethods(contenders, resampling) : [],
    ...(base === null ? ofSamples(table, subsets, resampling) : samplesOf(base, table)),
  }
}

/** With `base` they are known already, and no column is drawn for them. */
const NO_SUBSETS: SubsetPlan = { samples: 0, trials: 0, columns: [] }

type OfSamples = Pick<FinalStatistics, 'subsets' | 'subsetsMissing' | 'signals' | 'curves' | 'coverage'>

/** What reads every sample, and most of the time. */
function ofSamples(table: EvaluationTable, subsets: SubsetPlan | SubsetsNote, resampling: Resampling): OfSamples {
  return {
    subsets:
      'kind' in subsets
        ? null
        : { samples: subsets.samples, trials: subsets.trials, rows: subsetAccuracies(subsets, resampling) },
    subsetsMissing: 'kind' in subsets ? subsets : null,
    signals: [...table.samples.signals.keys()].map((signal) => signalQuality(table, signal)),
    curves: methodCurves(table),
    coverage: coverageCurves(table),
  }
}

/** External rules have no curve, and what signals and subsets are worth does not depend on them. */
function samplesOf(
  { subsets, subsetsMissing, signals, curves, coverage }: FinalStatistics,
  table: EvaluationTable,
): OfSamples {
  const rules = { ...table, methods: table.methods.filter(({ spec }) => isExternal(spec)) }
  return {
    subsets,
    subsetsMissing,
    signals,
    curves: [...curves, ...methodCurves(rules)],
    coverage: [...coverage, ...coverageCurves(rules)],
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

function subsetColumns(subsets: SubsetPlan | SubsetsNote): Float64Array[] {
  if ('kind' in subsets) return []
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

/** Returns each method's baseline by key, its default one unless one is wanted; a method that would be its own has none. */
export function baselinesOf(specs: readonly ReportedSpec[], wanted: string | null = null): Record<string, string> {
  const methods = specs.map((spec) => ({ key: methodKey(spec), spec }))
  return Object.fromEntries(
    methods.flatMap((method) => {
      const { key } = baselineOf(method, methods, wanted)
      return key === method.key ? [] : [[method.key, key]]
    }),
  )
}
