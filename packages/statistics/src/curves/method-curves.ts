import type { MethodCurve, NoCurve } from '@cges-fleet/core'
import {
  isCertified,
  isExternal,
  ranksQuestions,
  readsSignal,
  type ReportedSpec,
  sweptValues,
} from '@cges-fleet/methods'
import type { EvaluationTable, MethodColumns } from '../evaluation/evaluation-table.js'
import { curveAreas } from './curve-areas.js'
import { CurveSums, stopsAt } from './curve-sums.js'
import { gradeOf, readableVotes, trialVotes, withConfidence } from './trial-votes.js'

/** Samples times values, over all methods, that are replayed at most: about a minute of one thread. */
const MOST_WORK = 160_000_000

type Run = {
  readonly method: MethodColumns
  readonly values: CurveValues
  readonly sums: CurveSums
  readonly constant: CurveSums
  /** The ends of every curve: a single call, and the whole budget. */
  readonly first: CurveSums
  readonly whole: CurveSums
}

/**
 * Replays every method on the stored samples under other values of the parameter that trades calls for accuracy: SC's
 * budget, ESC's window, ASC's threshold, CGES's γ. Over the trials where the method has a verdict, so that its own
 * value reproduces its own figures exactly; if it does not, there is no curve but a reason.
 */
export function methodCurves(table: EvaluationTable): MethodCurve[] {
  const runs = table.methods.flatMap((method): Run[] => {
    const values = curveValues(method.spec)
    if (values === null) return []
    const { questions } = table
    const sums = new CurveSums(values.values, questions)
    const constant = new CurveSums(values.values, questions)
    const ends = { first: new CurveSums([1], questions), whole: new CurveSums([method.spec.budget], questions) }
    return [{ method, values, sums, constant, ...ends }]
  })
  const samples = table.samples.answer.length
  const work = runs.reduce((sum, { values }) => sum + samples * values.values.length, 0)
  const confidence = shareRight(table)
  if (work <= MOST_WORK) {
    for (let trial = 0; trial < table.trials.question.length; trial += 1)
      replayTrial(table, trial, { runs, confidence })
  }
  return table.methods.map((method) => {
    const run = runs.find((each) => each.method === method)
    if (run === undefined) return without(method, whyNone(method.spec))
    return work > MOST_WORK ? without(method, 'too_large') : curveOf(run, confidence)
  })
}

type Replay = { readonly runs: readonly Run[]; readonly confidence: number }

function replayTrial(table: EvaluationTable, trial: number, { runs, confidence }: Replay): void {
  const votes = trialVotes(table, trial)
  const question = table.trials.question[trial] ?? 0
  const correct = gradeOf(table, trial, votes)
  const generated = byCalls(wholeTokens(table, trial))
  const place = { question, correct, tokens: (calls: number) => generated[calls] ?? Number.NaN }
  for (const { method, values, sums, constant, first, whole } of runs) {
    if ((method.calls[trial] ?? 0) === 0) continue
    const { spec, sampleTokens } = method
    const readable = readableVotes(spec, votes)
    first.add([{ calls: 1, answer: votes[0]?.answer ?? null, reason: 'budget' }], place)
    whole.add([votes.length < spec.budget ? null : { calls: spec.budget, answer: null, reason: 'budget' }], place)
    const charged = sampleTokens === undefined ? generated : byCalls(samplesOf(table, trial, sampleTokens))
    const spending = { ...place, tokens: (calls: number) => charged[calls] ?? Number.NaN }
    sums.add(stopsAt(spec, readable, values.values), spending)
    if (readsSignal(spec) !== null) {
      constant.add(stopsAt(spec, withConfidence(spec, readable, confidence), values.values), place)
    }
  }
}

/**
 * The tokens of each of a trial's samples drawn to its end; NaN if unknown, since it was ended early or not counted.
 */
function wholeTokens(table: EvaluationTable, trial: number): Float64Array {
  const from = table.trials.samplesFrom[trial] ?? 0
  return samplesOf(table, trial, table.samples.tokens).map((tokens, at) =>
    table.samples.outcome[from + at] === 'ended_early' ? Number.NaN : tokens,
  )
}

function samplesOf({ trials }: EvaluationTable, trial: number, column: Float64Array): Float64Array {
  return column.subarray(trials.samplesFrom[trial] ?? 0, trials.samplesFrom[trial + 1])
}

/** By number of calls, what all of them together take; NaN from the first on of which it is not known. */
function byCalls(tokens: Float64Array): Float64Array {
  const sums = new Float64Array(tokens.length + 1)
  for (const [at, each] of tokens.entries()) sums[at + 1] = (sums[at] ?? 0) + each
  return sums
}

function curveOf({ method, values, sums, constant, first, whole }: Run, confidence: number): MethodCurve {
  const atConfigured = sums.totals(values.configured)
  const calls = method.calls.reduce((sum, each) => sum + each, 0)
  const correct = method.grade.reduce((sum, each) => sum + (each === 1 ? 1 : 0), 0)
  if (atConfigured === null || atConfigured.trials === 0) return without(method, 'no_verdict')
  if (atConfigured.calls !== calls || atConfigured.correct !== correct) return without(method, 'differs')
  const points = sums.points()
  return {
    key: method.key,
    varies: values.varies,
    own: values.configured,
    points,
    left: values.values.length - points.length,
    ...curveAreas(
      { first: first.byQuestion(), values: sums.byQuestion(), whole: whole.byQuestion() },
      method.spec.budget,
    ),
    constant: readsSignal(method.spec) !== null ? { confidence, points: constant.points() } : null,
    missing: null,
  }
}

function whyNone(spec: ReportedSpec): NoCurve['kind'] {
  if (isExternal(spec)) return 'external'
  if (isCertified(spec)) return 'certified'
  return ranksQuestions(spec) ? 'ranked' : 'one_total'
}

function without({ key, spec }: MethodColumns, kind: NoCurve['kind']): MethodCurve {
  const { varies, configured } = curveValues(spec) ?? { varies: 'budget' as const, configured: spec.budget }
  const missing = { kind, counts: {}, why: null }
  return { key, varies, own: configured, points: [], left: 0, area: null, areaByTokens: null, constant: null, missing }
}

/** The share of answers drawn that are right, kept away from 0 and 1 as confidences are. */
function shareRight({ samples }: EvaluationTable): number {
  let right = 0
  let answers = 0
  for (const [at, answer] of samples.answer.entries()) {
    if (answer === 0) continue
    answers += 1
    right += samples.correct[at] ?? 0
  }
  return answers === 0 ? 0.5 : Math.min(1 - 1e-6, Math.max(1e-6, right / answers))
}

/** The parameter that trades a method's calls for accuracy, its own value, and the values of its curve. */
type CurveValues = {
  readonly varies: MethodCurve['varies']
  readonly configured: number
  /** Ascending, its own value among them. */
  readonly values: readonly number[]
}

/** Returns the values of a method's curve; null for DSC, whose rankings cannot be asked for again. */
function curveValues(spec: ReportedSpec): CurveValues | null {
  const swept = sweptValues(spec)
  return swept === null ? null : { varies: swept.parameter, configured: swept.configured, values: swept.values }
}
