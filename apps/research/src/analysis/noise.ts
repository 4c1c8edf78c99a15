import { type ConfidenceSignal, seededRandom, type Vote } from '@cges-fleet/methods'
import { noisyConfidence, normalDraws } from '@cges-fleet/statistics'
import type { PaperSignal } from '../profile/paper-benchmark.js'
import type { BenchmarkRun } from '../run/benchmark-run.js'
import { cgesSpec } from '../run/cges-spec.js'
import { atGamma, gammaTable } from '../run/gamma-table.js'

/** Standard deviations of the noise, on the scale of confidences. */
export const NOISE_SIGMAS = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5] as const

/** The γ at which noise is added; the paper names none. */
export const NOISE_GAMMA = 0.999

/** CGES at B = 16 with noise added to a signal: a share, and calls a question. */
export interface NoiseRow {
  readonly signal: PaperSignal
  readonly sigma: number
  readonly accuracy: number
  readonly calls: number
}

/** Adds normal noise to a signal's confidences, the same draw a sample for every σ. */
export function noiseRows(run: BenchmarkRun, signal: PaperSignal, replicates: number): NoiseRow[] {
  const some = run.replicates.slice(0, replicates)
  const draws = some.map(({ pools }, replicate) => {
    const { next } = seededRandom(`noise ${run.benchmark} ${replicate}`)
    return pools.map((pool) => normalDraws(pool.length, next))
  })
  return NOISE_SIGMAS.map((sigma) => {
    const results = some.map((replicate, place) => {
      const read = (pool: readonly Vote[], question: number): Vote[] =>
        noisy(pool, signal, sigma, draws[place]?.[question] ?? [])
      return atGamma(gammaTable(replicate, cgesSpec(signal, 16), [NOISE_GAMMA], read), 0)
    })
    const mean = (part: 'accuracy' | 'calls'): number =>
      results.reduce((sum, each) => sum + each[part], 0) / results.length
    return { signal, sigma, accuracy: mean('accuracy'), calls: mean('calls') }
  })
}

function noisy(pool: readonly Vote[], signal: ConfidenceSignal, sigma: number, draws: readonly number[]): Vote[] {
  return pool.map(({ answer, confidences }, at) => {
    const confidence = confidences[signal]
    if (confidence === undefined) return { answer, confidences }
    return { answer, confidences: { [signal]: noisyConfidence(confidence, sigma, draws[at] ?? 0) } }
  })
}
