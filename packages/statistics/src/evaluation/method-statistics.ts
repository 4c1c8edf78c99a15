import type { Bounds, MethodStatistics, ShareEstimate, TrialEndings } from '@cges-fleet/core'
import { isExternal, isTrialMethod, nextStop, readsSignal } from '@cges-fleet/methods'
import { moments } from '../descriptive.js'
import { wilsonInterval } from '../proportions.js'
import { boundedEstimate, ratioEstimate, type Resampling } from '../resampling.js'
import { type Ending, ENDINGS, type EvaluationTable, type MethodColumns, type MethodSums } from './evaluation-table.js'

type MethodInput = {
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

/**
 * Returns how each of a method's trials ended, as indices into `ENDINGS`; trials without an answer are split by the
 * outcomes of their samples.
 */
function trialEndings(table: EvaluationTable, { spec, calls, grade }: MethodColumns): Uint8Array {
  const mayAbstain = !isExternal(spec) && spec.abstainBelow !== undefined
  return Uint8Array.from(calls, (charged, trial) => {
    const from = table.trials.samplesFrom[trial] ?? 0
    return ENDINGS.indexOf(endingOf(table, { charged, grade: grade[trial] ?? -1, from, mayAbstain }))
  })
}

/** Counts endings; the counts add up to the trials. */
function countEndings(endings: Uint8Array): TrialEndings {
  const count = (ending: Ending): number => endings.filter((each) => each === ENDINGS.indexOf(ending)).length
  return {
    correct: count('correct'),
    wrong: count('wrong'),
    truncated: count('truncated'),
    declined: count('declined'),
    noAnswer: count('noAnswer'),
    abstained: count('abstained'),
    blocked: count('blocked'),
  }
}

interface Ended {
  readonly charged: number
  readonly grade: number
  readonly from: number
  readonly mayAbstain: boolean
}

function endingOf({ samples }: EvaluationTable, { charged, grade, from, mayAbstain }: Ended): Ending {
  if (charged === 0) return 'blocked'
  if (grade >= 0) return grade === 1 ? 'correct' : 'wrong'
  if (mayAbstain && samples.answer.subarray(from, from + charged).some((answer) => answer !== 0)) return 'abstained'
  const outcomes = samples.outcome.slice(from, from + charged)
  if (outcomes.includes('truncated')) return 'truncated'
  return outcomes.includes('declined') ? 'declined' : 'noAnswer'
}
