import { type Certification, isCertified, type MethodSpec, type Vote } from '@cges-fleet/methods'
import { calibrationOf, certifiedStops } from './certified-stops.js'
import { type Coverage, coverageOf } from './coverage.js'
import { ordersFor } from './orders-for.js'
import { inOrderOf, permutations } from './permutations.js'
import type { Recording } from './recording.js'
import type { ReplayOptions } from './replay.js'
import { runSeed, type Stop, stopsOn } from './run-seed.js'
import { type SeedMeans, seedMeans } from './seed-means.js'
import { type SeedSweep, sweepSeed } from './sweep-gamma.js'
import type { FoundVotes } from './votes-for.js'

/** A replay whose votes are found. */
export interface FoundRun extends ReplayOptions {
  readonly found: Extract<FoundVotes, { ok: true }>
  readonly asDrawn: boolean
}

/** What is kept of a seed: its stops and its permuted votes are too many to keep those of all. */
export interface SeedResult {
  readonly means: SeedMeans
  readonly undecided: number
  /** Of the first seed alone. */
  readonly coverage: Coverage | null
  readonly certification: Certification | null
  /** Of a certified method, on the questions that nothing was fixed on; null if there are none, or no others. */
  readonly callsWithout: number | null
  /** CGES at the whole grid of gamma, and the accuracy of SC in percent on the same permutations. */
  readonly swept: { readonly sweep: SeedSweep; readonly scPp: number } | null
}

/** Runs a method on one permutation of every question's samples. */
export function seedResult(
  spec: MethodSpec,
  recordings: readonly Recording[],
  run: FoundRun,
  seed: number,
): SeedResult {
  const { grades, found, inOrder, shuffled = permutations(recordings) } = run
  const graded = { recordings, grades }
  const pools = inOrder
    ? found.pools
    : shuffled(seed).map((order, question) => inOrderOf(found.pools[question] ?? [], order))
  const { stops, certification } = seedStops(spec, recordings, pools, { ...run, seed })
  run.onSeed?.(seed + 1)
  return {
    means: seedMeans(graded, stops),
    undecided: stops.filter((stop) => stop === null).length,
    coverage:
      seed > 0 || run.coverage === undefined ? null : coverageOf(spec, graded, { stops, pools }, run.coverage.promise),
    certification,
    callsWithout: certification === null ? null : callsWithout(stops),
    swept: isSwept(spec, recordings, run)
      ? {
          sweep: sweepSeed(spec, graded, pools),
          scPp: 100 * seedMeans(graded, runSeed({ method: 'sc', budget: spec.budget }, pools, [])).accuracy,
        }
      : null,
  }
}

function seedStops(
  spec: MethodSpec,
  recordings: readonly Recording[],
  pools: readonly (readonly Vote[])[],
  { seed, inOrder, asDrawn, dscRanking, evaluationSeed = 0 }: FoundRun & { readonly seed: number },
): { readonly stops: readonly (Stop | null)[]; readonly certification: Certification | null } {
  if (isCertified(spec)) {
    return certifiedStops(spec, pools, calibrationOf(spec, recordings, inOrder ? evaluationSeed : seed))
  }
  const run = asDrawn ? stopsOn : runSeed
  return { stops: run(spec, pools, ordersFor(spec, recordings, pools, dscRanking)), certification: null }
}

function isSwept(
  spec: MethodSpec,
  recordings: readonly Recording[],
  { gammaGrid }: FoundRun,
): spec is Extract<MethodSpec, { method: 'cges' }> {
  if (spec.method !== 'cges' || !gammaGrid || spec.abstainBelow !== undefined) return false
  return recordings.every(({ samples }) => samples.length >= spec.budget)
}

function callsWithout(stops: readonly (Stop | null)[]): number | null {
  const others = stops.filter((stop) => stop !== null && stop.reason !== 'calibration')
  if (others.length === 0 || others.length === stops.length) return null
  return others.reduce((sum, stop) => sum + (stop?.calls ?? 0), 0) / others.length
}
