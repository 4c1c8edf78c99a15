import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ModelProfile } from '@cges-fleet/statistics'
import { z } from 'zod'
import { PaperBenchmark, PaperSignal } from './paper-benchmark.js'

/** A signal on the logit scale; core's `confidenceLogit` says how the numbers are used. */
const SignalParameters = z.strictObject({
  a: z.number(),
  b: z.number(),
  c: z.number(),
  sigma: z.number().min(0),
  eta: z.number().min(0).max(1),
})

/**
 * One benchmark/model pair of the paper as a simulation. Everything in it was fitted to SC, ESC and ASC-β, and to each
 * signal's ECE and AUC; no result of CGES went into it. `scOffset` are the points by which the paper's SC exceeds its own
 * ASC, by budget.
 */
export const PaperProfile = z.strictObject({
  benchmark: PaperBenchmark,
  questions: ModelProfile.shape.questions,
  meanAccuracy: z.number().gt(0).lt(1),
  kappa: z.number().positive(),
  scOffset: z.record(z.enum(['4', '8', '16']), z.number()),
  signals: z.record(PaperSignal, SignalParameters),
  fit: z.array(z.strictObject({ quantity: z.string(), fitted: z.number(), published: z.number() })),
})
export type PaperProfile = z.infer<typeof PaperProfile>

/** Where a benchmark's fitted parameters are kept. */
export function profilePath(benchmark: PaperBenchmark): string {
  return fileURLToPath(new URL(`../../paper/profiles/${benchmark}.json`, import.meta.url))
}

export function loadProfile(benchmark: PaperBenchmark): PaperProfile {
  return PaperProfile.parse(JSON.parse(readFileSync(profilePath(benchmark), 'utf8')))
}
