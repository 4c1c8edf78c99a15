import type { PairedComparison } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import type { EvaluationTable, MethodColumns } from './evaluation-table.js'
import { holm } from './holm.js'
import { judgeDifference } from './judge-difference.js'
import type { MethodSums } from './method-sums.js'
import { minimumDetectableEffect } from './minimum-detectable-effect.js'
import { differenceEstimate, pairedInterval, type Resampling } from './resampling.js'
import { signFlipTest } from './sign-flip-test.js'

/** A method and what it is compared with, each with its sums over the trials where every method has a verdict. */
export type Pair = {
  readonly method: MethodColumns
  readonly baseline: MethodColumns
  readonly sums: MethodSums
  readonly baselineSums: MethodSums
}

export type CompareOptions = {
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
