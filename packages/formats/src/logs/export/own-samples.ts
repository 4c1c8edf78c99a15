import { z } from 'zod'
import { AnswerTier } from '@cges-fleet/answers'
import { Confidences } from '@cges-fleet/methods'
import { Outcome } from '@cges-fleet/core'
import type { LogSample } from '../log-entry.js'
import { type ExportedTrial, isRight } from './exported-trial.js'
import { Minima } from './minima.js'
import { parseOutcome } from './parse-outcome.js'

/** The fields needed to decide on a sample again that other programs' formats lack. */
export const OwnSample = z.object({
  index: z.int().min(0),
  seed: z.int().nullable(),
  outcome: Outcome,
  answer: z.string().nullish(),
  correct: z.boolean(),
  tier: AnswerTier.nullish(),
  signals: Confidences,
  minima: Minima.optional(),
})
export type OwnSample = z.infer<typeof OwnSample>

/** Every sample of a trial, without its text. */
export function ownSamples(trial: ExportedTrial): OwnSample[] {
  return trial.samples.map((sample) => ({
    index: sample.index,
    seed: sample.seed,
    outcome: sample.outcome,
    answer: sample.answer,
    correct: isRight(trial, sample),
    tier: sample.answerTier,
    signals: sample.signals ?? {},
    ...(sample.minima === null ? {} : { minima: sample.minima }),
  }))
}

/**
 * Converts such a sample back for a log's reader; its index continues from `first`, for replicates one after another.
 */
export function parseOwnSample(own: OwnSample, first: number): Partial<LogSample> & Pick<LogSample, 'index'> {
  const { index, seed, outcome, correct, tier = null, signals, minima = null } = own
  return { ...parseOutcome(outcome), index: first + index, seed, grade: correct ? 1 : 0, tier, signals, minima }
}
