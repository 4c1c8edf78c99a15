import { AnswerTier } from '@cges-fleet/answers'
import { isCharged, Outcome } from '@cges-fleet/core'
import { Confidences } from '@cges-fleet/methods'
import { z } from 'zod'
import type { LogSample } from '../log-entry.js'
import { type ExportedTrial, isRight } from './exported-trial.js'

/** How a sample's confidence fell from token to token, by the tokens of a group, in our own exports. */
export const Minima = z.record(
  z.coerce.number<string>().int().min(1),
  z.array(z.tuple([z.int().min(1), z.number().min(0)]).readonly()).readonly(),
)

/** The fields needed to decide on a sample again that other programs' formats lack. */
export const SampleRecord = z.object({
  index: z.int().min(0),
  seed: z.int().nullable(),
  outcome: Outcome,
  answer: z.string().nullish(),
  correct: z.boolean(),
  tier: AnswerTier.nullish(),
  signals: Confidences,
  minima: Minima.optional(),
})
export type SampleRecord = z.infer<typeof SampleRecord>

/** Every sample of a trial, without its text. */
export function sampleRecords(trial: ExportedTrial): SampleRecord[] {
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
export function parseSampleRecord(record: SampleRecord, first: number): Partial<LogSample> & Pick<LogSample, 'index'> {
  const { index, seed, outcome, correct, tier = null, signals, minima = null } = record
  return { ...parseOutcome(outcome), index: first + index, seed, grade: correct ? 1 : 0, tier, signals, minima }
}

/** Converts an outcome of our own exports to the fields a log's sample has. */
export function parseOutcome(outcome: Outcome): Pick<LogSample, 'finish' | 'error'> {
  if (!isCharged(outcome)) return { finish: null, error: outcome }
  return { finish: finishOf(outcome), error: null }
}

function finishOf(outcome: Outcome): LogSample['finish'] {
  if (outcome === 'truncated') return 'length'
  return outcome === 'declined' || outcome === 'ended_early' ? outcome : 'stop'
}
