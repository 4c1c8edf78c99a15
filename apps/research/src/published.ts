import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { PaperBenchmark, PaperSignal } from './profile/paper-benchmark.js'

/** The budgets of the paper's tables, the main one first. */
export const BUDGETS = [16, 8, 4] as const
export type Budget = (typeof BUDGETS)[number]

/** One cell of a table: accuracy in percent, calls a question, each with its deviation over ten seeds. */
const PublishedCell = z.strictObject({
  accuracy: z.number(),
  accuracyStd: z.number(),
  calls: z.number(),
  callsStd: z.number(),
})
export type PublishedCell = z.infer<typeof PublishedCell>

const Correlation = z.strictObject({ r: z.number(), p: z.number().nullable() })

const Published = z.strictObject({
  source: z.string(),
  results: z.record(z.enum(['16', '8', '4']), z.record(z.string(), z.record(PaperBenchmark, PublishedCell))),
  seconds: z.record(z.string(), z.record(PaperBenchmark, z.number())),
  signals: z.record(
    PaperSignal,
    z.record(PaperBenchmark, z.strictObject({ ece: z.number(), auc: z.number(), efficiency: z.number() })),
  ),
  drift: z.strictObject({ token: Correlation, rm: Correlation, all: Correlation }),
})
export type Published = z.infer<typeof Published>

/** Reads the figures the paper printed. */
export function loadPublished(): Published {
  return Published.parse(JSON.parse(readFileSync(new URL('../paper/published.json', import.meta.url), 'utf8')))
}

/** One cell of a results table; null if the paper has no such row. */
export function publishedCell(
  published: Published,
  budget: Budget,
  [row, benchmark]: readonly [string, PaperBenchmark],
): PublishedCell | null {
  return published.results[`${budget}`][row]?.[benchmark] ?? null
}
