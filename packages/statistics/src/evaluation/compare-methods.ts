import type { FinalStatistics, PairedComparison } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { differenceEstimate, pairedInterval, type Resampling } from '../resampling.js'
import { holm, judgeDifference, minimumDetectableEffect, signFlipTest } from '../significance.js'
import type { EvaluationTable, MethodColumns, MethodSums } from './evaluation-table.js'

/** A method and what it is compared with, each with its sums over the trials where every method has a verdict. */
export type Pair = {
  readonly method: MethodColumns
  readonly baseline: MethodColumns
  readonly sums: MethodSums
  readonly baselineSums: MethodSums
}

type CompareOptions = {
  readonly resampling: Resampling
  /** δ, a share. */
  readonly margin: number
  readonly counts: (trial: number) => boolean
}

/** Compares methods with their baselines, question by question, and judges all of them together (Holm). */
export function compareMethods(
  table: EvaluationTable,
  pairs: readonly Pair[],
  options: CompareOptions,
): Map<string, PairedComparison> {
  const tests = pairs.map(({ method, sums, baselineSums }) => {
    const differences = [...sums.correct].map((right, question) => right - (baselineSums.correct[question] ?? 0))
    return { differences, ...signFlipTest(differences, seededRandom(`flips ${method.key}`).next) }
  })
  const adjusted = holm(tests.map(({ p }) => p))
  const comparisons = pairs.flatMap((pair, at) => {
    const test = tests[at]
    const holmP = adjusted[at] ?? 1
    if (test === undefined) return []
    const { differences, p, midP, exact } = test
    const found = differencesOf(pair, options.resampling)
    if (found === null) return []
    const trials = total(pair.sums.trials)
    const comparison: PairedComparison = {
      baseline: pair.baseline.key,
      questions: pair.sums.trials.filter((count) => count > 0).length,
      trials,
      ...wins(table, pair, options.counts),
      ...found,
      p,
      midP,
      exact,
      holmP,
      minimumDetectable: minimumDetectableEffect(differences, trials),
      judgement: judgeDifference({ ...found.accuracy, holmP }, options.margin),
    }
    return [[pair.method.key, comparison] as const]
  })
  return new Map(comparisons)
}

/** The four differences with their intervals; null if there is no pair at all. */
function differencesOf({ sums, baselineSums }: Pair, resampling: Resampling) {
  const pairs = sums.trials
  const difference = (part: 'calls' | 'tokens' | 'seconds') =>
    differenceEstimate(resampling, [sums[part], baselineSums[part]], pairs)
  const interval = pairedInterval(resampling, [sums.correct, baselineSums.correct], pairs)
  const calls = difference('calls')
  if (interval === null || calls === null) return null
  const value = (total(sums.correct) - total(baselineSums.correct)) / total(pairs)
  return {
    accuracy: { value, ...interval },
    calls,
    tokens: difference('tokens'),
    gpuSeconds: difference('seconds'),
  }
}

function wins(table: EvaluationTable, { method, baseline }: Pair, counts: (trial: number) => boolean) {
  let won = 0
  let lost = 0
  for (let trial = 0; trial < table.trials.question.length; trial += 1) {
    if (!counts(trial)) continue
    const ours = method.grade[trial] === 1
    const theirs = baseline.grade[trial] === 1
    if (ours && !theirs) won += 1
    if (theirs && !ours) lost += 1
  }
  return { won, lost }
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** A method by its key, with its sums over the trials where every method has a verdict. */
type Contender = { readonly key: string; readonly sums: MethodSums }

/**
 * Names the methods that share the first place, so that a table can mark all of them: the most accurate and every one
 * whose paired 95 % interval against it reaches 0; of those, the cheapest and every one not shown to be dearer. None where
 * no method has a right answer.
 */
export function bestMethods(contenders: readonly Contender[], resampling: Resampling): FinalStatistics['best'] {
  const top = contenders.toSorted((a, b) => mean(b, 'correct') - mean(a, 'correct'))[0]
  // Where nobody is right there is nothing to be best at.
  if (top === undefined || mean(top, 'correct') === 0) return { accuracy: [], calls: [] }
  const level = contenders.filter(
    (each) =>
      each === top || (pairedInterval(resampling, pairOf(each, top, 'correct'), top.sums.trials)?.high ?? 0) >= 0,
  )
  const cheapest = level.toSorted((a, b) => mean(a, 'calls') - mean(b, 'calls'))[0] ?? top
  const cheap = level.filter(
    (each) =>
      each === cheapest ||
      (differenceEstimate(resampling, pairOf(each, cheapest, 'calls'), top.sums.trials)?.low ?? 1) <= 0,
  )
  return { accuracy: level.map(({ key }) => key), calls: cheap.map(({ key }) => key) }
}

function pairOf(a: Contender, b: Contender, part: 'correct' | 'calls'): readonly [Float64Array, Float64Array] {
  return [a.sums[part], b.sums[part]]
}

function mean({ sums }: Contender, part: 'correct' | 'calls'): number {
  return sums[part].reduce((sum, value) => sum + value, 0) / sums.trials.reduce((sum, value) => sum + value, 0)
}

/**
 * Names the methods that another is shown to beat, each with the first that does: both paired 95 % intervals say so, that of
 * accuracy lying above 0 and that of calls not reaching above it. A tie by point values dominates nothing.
 */
export function dominatedMethods(
  contenders: readonly Contender[],
  resampling: Resampling,
): FinalStatistics['dominated'] {
  return contenders.flatMap((each) => {
    const by = contenders.find((other) => other !== each && beats(other, each, resampling))
    return by === undefined ? [] : [{ key: each.key, by: by.key }]
  })
}

function beats({ sums: a }: Contender, { sums: b }: Contender, resampling: Resampling): boolean {
  if (total(a.correct) <= total(b.correct) || total(a.calls) > total(b.calls)) return false
  const accuracy = pairedInterval(resampling, [a.correct, b.correct], a.trials)
  const calls = differenceEstimate(resampling, [a.calls, b.calls], a.trials)
  return accuracy !== null && calls !== null && accuracy.low > 0 && calls.high <= 0
}
