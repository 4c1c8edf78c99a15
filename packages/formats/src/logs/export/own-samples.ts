import { z } from 'zod'
import { AnswerTier } from '@cges-fleet/answers'
import { Confidences } from '@cges-fleet/methods'
import { Outcome } from '@cges-fleet/core'
import type { LogSample } from '../log-entry.js'
import { type ExportedTrial, isRight } from './exported-trial.js'
import { readOutcome } from './read-outcome.js'

/** What of a sample other programs' formats have no place for, and deciding on it again needs. */
export const OwnSample = z.object({
  index: z.int().min(0),
  seed: z.int().nullable(),
  outcome: Outcome,
  answer: z.string().nullish(),
  correct: z.boolean(),
  tier: AnswerTier.nullish(),
  signals: Confidences,
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
  }))
}

/** What such a sample tells a log's reader; its index is counted on from `first`, for replicates one after another. */
export function readOwnSample(own: OwnSample, first: number): Partial<LogSample> & Pick<LogSample, 'index'> {
  const { index, seed, outcome, correct, tier = null, signals } = own
  return { ...readOutcome(outcome), index: first + index, seed, correct, tier, signals }
}
