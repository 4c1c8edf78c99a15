import { z } from 'zod'
import { type DataDescription, describedBudget } from '../export/data-description.js'
import { OwnSample, parseOwnSample } from '../export/own-samples.js'
import type { LogEntry, LogSample } from '../log-entry.js'

/** The fields our own rows have beside those of the harness. */
const Own = z.object({
  doc: z.object({
    id: z.string(),
    replicate: z.int().min(0),
    question: z.string().nullish(),
    choices: z.array(z.string()).min(2).optional(),
    answer: z.string().nullish(),
  }),
  samples: z.array(OwnSample).optional(),
  places: z.record(z.string(), z.int()).optional(),
})

/**
 * Completes a row of our own export by the fields the harness does not have; a row of one method's filter holds only
 * the samples that the method was charged for. Any other row is returned as it is.
 */
export function ownEntry(row: unknown, entry: LogEntry, description: DataDescription): LogEntry {
  const own = Own.safeParse(row)
  if (!own.success) return entry
  const { doc, samples: details, places } = own.data
  const first = doc.replicate * describedBudget(description)
  const isWhole = details?.length === entry.samples.length
  const samples = entry.samples.map((sample, place): LogSample => {
    const detail = isWhole ? details[place] : undefined
    if (detail === undefined) return { ...sample, index: first + place }
    return { ...sample, ...parseOwnSample(detail, first) }
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
