import { type Moments, moments } from '@cges-fleet/statistics'
import { grade, type GradedRecordings } from './grade.js'
import { knownMoments } from './known-moments.js'
import type { Stop } from './run-seed.js'

/** A method with one seed, per question decided: accuracy in [0, 1], `rounds` the batches that come one after another. */
export interface SeedMeans {
  readonly accuracy: number
  readonly calls: number
  readonly rounds: number
  /** NaN if those of one question are not known. */
  readonly tokens: number
}

/** The same over all seeds; tokens are null if those of one question are not known. */
export interface Outcome {
  readonly accuracy: Moments
  readonly calls: Moments
  readonly rounds: Moments
  readonly tokens: Moments | null
}

/** Takes the means over the questions decided, so that a seed's stops need not be kept. */
export function seedMeans({ recordings, grades }: GradedRecordings, stops: readonly (Stop | null)[]): SeedMeans {
  let decided = 0
  let right = 0
  let calls = 0
  let rounds = 0
  let tokens = 0
  for (const [question, recording] of recordings.entries()) {
    const stop = stops[question] ?? null
    if (stop === null) continue
    decided += 1
    right += grade(recording, stop.answer, grades)
    calls += stop.calls
    rounds += stop.rounds
    tokens += stop.tokens ?? Number.NaN
  }
  return { accuracy: right / decided, calls: calls / decided, rounds: rounds / decided, tokens: tokens / decided }
}

/** Summarises the means of all seeds. */
export function outcomeOf(seeds: readonly SeedMeans[]): Outcome {
  return {
    accuracy: moments(seeds.map(({ accuracy }) => accuracy)),
    calls: moments(seeds.map(({ calls }) => calls)),
    rounds: moments(seeds.map(({ rounds }) => rounds)),
    tokens: knownMoments(seeds.map(({ tokens }) => tokens)),
  }
}
