import { calibrationQuestions, type CalibrationQuestions } from '@cges-fleet/core'
import {
  type Certification,
  type CertifiedSpec,
  certify,
  decideCertified,
  probeTokensUsed,
  ruleOf,
  sequentialTokens,
  tokensUsed,
  type Vote,
  type StopReason,
  type TrialMethodSpec,
} from '@cges-fleet/methods'
import type { Recording } from './recording.js'

/** A method's stop on one question: the calls it is charged, and the batches it would have waited for. */
export interface Stop {
  readonly calls: number
  readonly rounds: number
  readonly answer: string | null
  readonly reason: StopReason
  /** As the decision has it. */
  readonly score: number | null
  /**
   * Generated for the calls charged, up to where the method would have ended each; null if the log does not record it.
   */
  readonly tokens: number | null
  /** Of each batch, the tokens of its longest reply; null where the log, or a rule that decides sets of questions, does not tell. */
  readonly sequential: number | null
  /** Of the probes for partial answers, beside those of the calls; null if not known, left out if the rule makes none. */
  readonly probeTokens?: number | null
}

/** A stop with what it costs; `roundsOf` tells how many batches so many calls take. */
export function stopOf(
  spec: TrialMethodSpec | CertifiedSpec,
  pool: readonly Vote[],
  { calls, answer, reason, score }: Pick<Stop, 'calls' | 'answer' | 'reason' | 'score'>,
  roundsOf: (calls: number) => number,
): Stop {
  const tokens = tokensUsed(spec, pool, calls)
  const sequential = sequentialTokens(spec, pool, calls, roundsOf)
  const probeTokens = probeTokensUsed(spec, pool, calls)
  const stop = { calls, rounds: roundsOf(calls), answer, reason, score, tokens, sequential }
  return probeTokens === undefined ? stop : { ...stop, probeTokens }
}

/** A certified method's stops, null if the samples end before it does, and the threshold they were made with. */
export interface CertifiedStops {
  readonly certification: Certification
  readonly stops: readonly (Stop | null)[]
}

/**
 * Chooses the recordings a threshold is fixed on, as an evaluation of that seed would: of the first replicate, which is
 * in the order of its questions.
 */
export function calibrationOf(
  spec: CertifiedSpec,
  recordings: readonly Pick<Recording, 'replicate'>[],
  seed: number,
): CalibrationQuestions {
  const first = recordings.flatMap(({ replicate }, at) => (replicate === 0 ? [at] : []))
  const { positions, all } = calibrationQuestions(spec, first.length, seed)
  return { positions: new Set([...positions].map((place) => first[place] ?? -1)), all }
}

/** Fixes a threshold on the calibration questions that have samples enough, and stops all questions by it. */
export function certifiedStops(
  spec: CertifiedSpec,
  pools: readonly (readonly Vote[])[],
  { positions, all }: CalibrationQuestions,
): CertifiedStops {
  const drawn = pools.filter((_, at) => positions.has(at)).map((pool) => (pool.length < spec.budget ? null : pool))
  const certification = certify(spec, drawn)
  const stops = pools.map((pool, at): Stop | null => {
    const calibrates = !all && positions.has(at)
    const decision = decideCertified(spec, pool, { calibrates, fixed: certification })
    if (decision.state === 'open') return null
    const isWhole = calibrates || certification.threshold === null
    return stopOf(spec, pool, decision, (made) => (isWhole ? 1 : ruleOf(spec).rounds(spec, made)))
  })
  return { certification, stops }
}
