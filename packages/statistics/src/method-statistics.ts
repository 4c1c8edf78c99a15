import type { Bounds, MethodStatistics, ShareEstimate } from '@cges-fleet/core'
import { isTrialMethod, nextStop, readsSignal } from '@cges-fleet/methods'
import type { EvaluationTable, MethodColumns } from './evaluation-table.js'
import type { MethodSums } from './method-sums.js'
import { moments } from './moments.js'
import { boundedEstimate, ratioEstimate, type Resampling } from './resampling.js'
import { countEndings, trialEndings } from './trial-endings.js'
import { wilsonInterval } from './wilson-interval.js'

export type MethodInput = {
  /** Over the trials where this method has a verdict. */
  readonly sums: MethodSums
  /** Trials a question, with or without a verdict. */
  readonly all: Float64Array
  readonly resampling: Resampling
}

/** Computes the statistics of one method by itself; `method` is its index in the table. */
export function methodStatistics(
  table: EvaluationTable,
  place: number,
  { sums, all, resampling }: MethodInput,
): Omit<MethodStatistics, 'comparison'> {
  const method = table.methods[place]
  if (method === undefined) throw new RangeError(`there is no method ${place}`)
  const endings = trialEndings(table, method)
  const share = (n: Float64Array) => shareOf(sums.correct, n, table.replicates, resampling)
  const perQuestion = (part: Float64Array) => ratioEstimate(resampling, part, sums.trials)
  const reads = readsSignal(method.spec) === 'rm'
  const scoring = total(sums.scoringSeconds) / total(sums.trials)
  return {
    key: method.key,
    endings: countEndings(endings),
    accuracy: { all: share(all), graded: share(sums.trials), completed: share(sums.answered) },
    calls: boundedEstimate(resampling, [sums.calls, sums.trials], callsRange(method.spec)),
    tokens: perQuestion(sums.tokens),
    gpuSeconds: perQuestion(sums.seconds),
    ranking: { calls: method.ranking.calls, gpuSeconds: method.ranking.seconds },
    scoringSeconds: reads && Number.isFinite(scoring) ? scoring : null,
    replicates: table.replicates > 1 ? overReplicates(table, method) : null,
  }
}

/** The fewest and the most calls that a question can be charged: the same for a rule that draws its whole budget. */
function callsRange(spec: MethodColumns['spec']): Bounds {
  const { budget } = spec
  return { low: isTrialMethod(spec) ? Math.min(budget, nextStop(spec, 0)) : 1, high: budget }
}

/**
 * Wilson with one replicate; with several, whose trials of a question are not independent, a bootstrap over questions with
 * one question right and one wrong added.
 */
function shareOf(
  correct: Float64Array,
  n: Float64Array,
  replicates: number,
  resampling: Resampling,
): ShareEstimate | null {
  const successes = total(correct)
  const trials = total(n)
  if (trials === 0) return null
  const value = successes / trials
  if (replicates === 1) return { value, ...wilsonInterval(successes, trials), n: trials }
  const estimate = boundedEstimate(resampling, [correct, n], { low: 0, high: 1 })
  return estimate === null ? null : { ...estimate, n: trials }
}

/** Mean and deviation over replicates of what a replicate's accuracy and calls are. */
function overReplicates({ replicates, trials }: EvaluationTable, { calls, grade }: MethodColumns) {
  const sums = Array.from({ length: replicates }, () => ({ trials: 0, correct: 0, calls: 0 }))
  for (const [trial, replicate] of trials.replicate.entries()) {
    const sum = sums[replicate]
    const charged = calls[trial] ?? 0
    if (sum === undefined || charged === 0) continue
    sum.trials += 1
    sum.correct += grade[trial] === 1 ? 1 : 0
    sum.calls += charged
  }
  const whole = sums.filter((sum) => sum.trials > 0)
  if (whole.length === 0) return null
  return {
    accuracy: moments(whole.map((sum) => sum.correct / sum.trials)),
    calls: moments(whole.map((sum) => sum.calls / sum.trials)),
  }
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}
