import { z } from 'zod'
import { AnswerTier } from '../../schemas/answer-tier.js'
import { Confidences } from '../../schemas/confidence-signal.js'
import { Outcome } from '../../schemas/outcome.js'
import { readOutcome } from '../export/read-outcome.js'
import { type DataDescription, describedBudget } from '../export/data-description.js'
import type { LogEntry, LogSample } from '../log-entry.js'

/** What our own rows hold beside what the harness writes. */
const Own = z.object({
  doc: z.object({
    id: z.string(),
    replicate: z.int().min(0),
    question: z.string().nullish(),
    choices: z.array(z.string()).min(2).optional(),
    answer: z.string().nullish(),
  }),
  samples: z
    .array(
      z.object({
        index: z.int().min(0),
        seed: z.int().nullable(),
        outcome: Outcome,
        correct: z.boolean(),
        tier: AnswerTier.nullish(),
        signals: Confidences,
      }),
    )
    .optional(),
  places: z.record(z.string(), z.int()).optional(),
})

/**
 * Completes a row that we wrote ourselves by what the harness has no place for; a row of one method's filter holds the
 * samples that the method was charged for and tells less. As read where it is not as we write it.
 */
export function ownEntry(
  row: unknown,
  { entry, description }: { readonly entry: LogEntry; readonly description: DataDescription },
): LogEntry {
  const own = Own.safeParse(row)
  if (!own.success) return entry
  const { doc, samples: details, places } = own.data
  const first = doc.replicate * describedBudget(description)
  const isWhole = details?.length === entry.samples.length
  const samples = entry.samples.map((sample, place): LogSample => {
    const detail = isWhole ? details[place] : undefined
    if (detail === undefined) return { ...sample, index: first + place }
    const { index, seed, outcome, correct, tier = null, signals } = detail
    return { ...sample, ...readOutcome(outcome), index: first + index, seed, correct, tier, signals }
  })
  return {
    ...entry,
    question: {
      id: doc.id,
      question: doc.question ?? null,
      answer: doc.answer ?? null,
      ...(doc.choices === undefined ? {} : { choices: doc.choices }),
    },
    samples,
    replicate: doc.replicate,
    ...(places === undefined ? {} : { places }),
  }
}
