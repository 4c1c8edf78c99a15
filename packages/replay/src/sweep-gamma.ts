import { GAMMA_GRID, gammaSweep, type MethodSpec, tokensUsed, type Vote } from '@cges-fleet/methods'
import { type EfficientGamma, efficientGamma, moments } from '@cges-fleet/statistics'
import { grade, type GradedRecordings } from './grade.js'
import { knownMoments, type Outcome } from './run-seed.js'

/** The means over all questions with one seed, one for each gamma of the grid; tokens are NaN where the log does not tell them. */
export type SeedSweep = Readonly<Record<'accuracy' | 'calls' | 'tokens', readonly number[]>>

/** CGES at every gamma of the grid, and the paper's efficient one. */
export interface GammaResult {
  readonly sweep: readonly (Omit<Outcome, 'rounds' | 'sequential'> & { readonly gamma: number })[]
  readonly efficientGamma: EfficientGamma | null
}

/** Finds the paper's efficient gamma against SC, whose accuracies in percent are given for the same seeds. */
export function gammaResult(bySeed: readonly SeedSweep[], scPpBySeed: number[]): GammaResult {
  const accuracies = GAMMA_GRID.map((_, place) => bySeed.map(({ accuracy }) => accuracy[place] ?? 0))
  return {
    sweep: GAMMA_GRID.map((gamma, place) => ({
      gamma,
      accuracy: moments(accuracies[place] ?? []),
      calls: moments(bySeed.map(({ calls }) => calls[place] ?? 0)),
      tokens: knownMoments(bySeed.map(({ tokens }) => tokens[place] ?? 0)),
    })),
    efficientGamma: efficientGamma(
      GAMMA_GRID.map((gamma, place) => ({
        gamma,
        accuracyPpBySeed: (accuracies[place] ?? []).map((share) => 100 * share),
      })),
      scPpBySeed,
    ),
  }
}

/** Runs CGES at the whole grid of gamma, in one pass a question, on one seed's permuted samples of each. */
export function sweepSeed(
  spec: Extract<MethodSpec, { method: 'cges' }>,
  { recordings, grades }: GradedRecordings,
  pools: readonly (readonly Vote[])[],
): SeedSweep {
  const right = GAMMA_GRID.map(() => 0)
  const calls = GAMMA_GRID.map(() => 0)
  const tokens = GAMMA_GRID.map(() => 0)
  for (const [question, recording] of recordings.entries()) {
    let answer: string | null = null
    let graded = 0
    let read = 0
    let used = 0
    const votes = pools[question] ?? []
    for (const [place, stop] of gammaSweep(spec, votes).entries()) {
      if (place === 0 || stop.answer !== answer) {
        answer = stop.answer
        graded = grade(recording, answer, grades)
      }
      if (stop.calls !== read) {
        read = stop.calls
        used = tokensUsed(spec, votes, read) ?? Number.NaN
      }
      right[place] = (right[place] ?? 0) + graded
      calls[place] = (calls[place] ?? 0) + stop.calls
      tokens[place] = (tokens[place] ?? 0) + used
    }
  }
  const mean = (sum: number): number => sum / recordings.length
  return { accuracy: right.map(mean), calls: calls.map(mean), tokens: tokens.map(mean) }
}
