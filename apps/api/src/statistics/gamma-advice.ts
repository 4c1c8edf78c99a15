import type { GammaAdvice, NoGamma } from '@cges-fleet/core'
import {
  type Database,
  type EvaluationTotals,
  selectEvaluationTable,
  selectEvaluationTotals,
  type TeamId,
} from '@cges-fleet/db'
import { ConfidenceSignal, seededRandom } from '@cges-fleet/methods'
import {
  IDENTITY,
  judgedCheck,
  labelledParts,
  partsOf,
  type RecordedSample,
  type Recording,
  tunedAdvice,
  tunedMethod,
  type TunedSignal,
  tunedSpec,
  usualSlice,
  tuneSignal,
} from '@cges-fleet/replay'
import type { EvaluationTable } from '@cges-fleet/statistics'

export interface AdviceRequest {
  readonly team: TeamId
  readonly id: string
  readonly signal: ConfidenceSignal
}

/** That of `cges tune` by default. */
const SEED = 0

/** Samples read for one piece of advice: some seconds. Questions beyond them are left out at random. */
const MOST_SAMPLES = 50_000

const MAPS = { confidence: IDENTITY, reward: IDENTITY }

/** Loads a finished evaluation and tunes one of its signals: seconds of CPU time, to be run off the event loop. */
export async function adviseGamma(db: Database, { team, id, signal }: AdviceRequest): Promise<GammaAdvice> {
  const totals = await selectEvaluationTotals(db, team, id)
  if (totals === null) throw new Error(`evaluation ${id} is gone`)
  const { stored, methods, summary } = totals
  const { replicates } = stored
  const budget = Math.max(0, ...methods.flatMap((spec) => (spec.method === 'sc' ? [spec.budget] : [])))
  if (budget === 0) return withoutAdvice(signal, { kind: 'no_sc', counts: {}, why: null })
  const questions = summary.trials.total / replicates
  const positions = advisedOn(questions, summary.samplesDrawn)
  const read = positions === null ? {} : { positions }
  const table = await selectEvaluationTable(db, { team, id, questions, replicates, methods: [], timed: false, ...read })
  const left = positions === null ? 0 : questions - positions.length
  return advise(recordingsOf(table), { signal, budget, left, extra: gammasOf(totals, signal) })
}

/**
 * Draws the positions of as many questions as can be read; null for all. Selection sampling: Knuth, The Art of Computer
 * Programming, vol. 2, 3.4.2, algorithm S.
 */
function advisedOn(questions: number, samples: number): number[] | null {
  if (samples <= MOST_SAMPLES) return null
  const { next } = seededRandom(`advice ${SEED}`)
  let wanted = Math.max(2, Math.floor((MOST_SAMPLES * questions) / samples))
  return Array.from({ length: questions }, (_, position) => position).filter((position) => {
    const taken = next() * (questions - position) < wanted
    if (taken) wanted -= 1
    return taken
  })
}

interface Wanted {
  readonly signal: ConfidenceSignal
  readonly budget: number
  /** Questions that were not read. */
  readonly left: number
  readonly extra: readonly number[]
}

/** Tunes a signal on recordings, or says why that cannot be. */
function advise(recordings: readonly Recording[], { signal, budget, left, extra }: Wanted): GammaAdvice {
  const parts = partsOf(recordings, { slice: usualSlice(recordings.length), seed: SEED })
  if (parts.rest.length === 0) return withoutAdvice(signal, { kind: 'too_few_questions', counts: {}, why: null })
  const spec = tunedSpec(signal, budget)
  const found = labelledParts(spec, parts, { ...MAPS, grades: 'recorded' })
  if (!found.ok) return withoutAdvice(signal, { kind: 'no_votes', counts: {}, why: found.reason })
  const { random } = parts
  const tuned = tuneSignal({ spec, slice: found.slice, rest: found.rest, grades: 'recorded', random, extra })
  return {
    signal,
    none: null,
    advice: { ...viewOf(tuned, budget), slice: parts.slice.length, rest: parts.rest.length, left, ran: [...extra] },
  }
}

/** Why a signal has no advice. */
function withoutAdvice(signal: ConfidenceSignal, none: NoGamma): GammaAdvice {
  return { signal, none, advice: null }
}

function viewOf(tuned: TunedSignal, budget: number) {
  const { helps, verdict } = tunedAdvice(tuned, budget)
  return {
    budget,
    seed: SEED,
    helps,
    verdict,
    method: helps !== false && tuned.chosen?.qualified === true ? `${tunedMethod(tuned)}@${budget}` : null,
    gammaInterval: tuned.gammaInterval,
    recalibration:
      tuned.recalibration === null ? null : { ...tuned.recalibration, map: pairOf(tuned.recalibration.map) },
    checks: tuned.checks.map((check) => ({
      gamma: check.gamma,
      accuracy: check.accuracy,
      scAccuracy: check.scAccuracy,
      difference: check.difference,
      judgement: judgedCheck(check),
      calls: check.calls,
      saved: 1 - check.calls / budget,
      tokens: check.tokens,
    })),
  }
}

function pairOf([a, b]: readonly [number, number]): [number, number] {
  return [a, b]
}

/** The γ of the methods that ran by a signal: those in use now. */
function gammasOf({ methods }: EvaluationTotals, signal: ConfidenceSignal): number[] {
  return methods.flatMap((spec) =>
    spec.method === 'cges' && spec.confidence === signal && spec.map === undefined ? [spec.gamma] : [],
  )
}

/**
 * Turns a finished evaluation's samples into recordings, a question's replicates one after another, without questions
 * that have no sample.
 */
function recordingsOf({ questions, trials, samples }: EvaluationTable): Recording[] {
  const recorded = Array.from({ length: questions }, (): RecordedSample[] => [])
  for (const [trial, question] of trials.question.entries()) {
    const to = trials.samplesFrom[trial + 1] ?? samples.outcome.length
    for (let at = trials.samplesFrom[trial] ?? 0; at < to; at += 1) recorded[question]?.push(sampleAt(samples, at))
  }
  return recorded.flatMap((samples, question): Recording[] => {
    const truth = samples.find(({ grade }) => grade === 1)?.answer ?? null
    return samples.length === 0 ? [] : [{ id: `${question}`, replicate: 0, truth, difficulty: null, samples }]
  })
}

function sampleAt(
  { answer, correct, outcome, tokens, signals }: EvaluationTable['samples'],
  at: number,
): RecordedSample {
  const key = answer[at] ?? 0
  const count = tokens[at] ?? Number.NaN
  const bySignal = ConfidenceSignal.options.flatMap((signal) => {
    const value = signals.get(signal)?.[at] ?? Number.NaN
    return Number.isNaN(value) ? [] : [[signal, value] as const]
  })
  return {
    answer: key === 0 ? null : `${key}`,
    signals: Object.fromEntries(bySignal),
    confidence: null,
    reward: null,
    grade: key === 0 ? null : (correct[at] ?? 0),
    ...(Number.isNaN(count) ? {} : { tokens: count }),
    ...(outcome[at] === 'ended_early' ? { endedEarly: true } : {}),
  }
}
