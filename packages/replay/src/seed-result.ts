import type { CoverageCurve } from '@cges-fleet/core'
import { type Certification, isCertified, type MethodSpec, otherScore, type Vote } from '@cges-fleet/methods'
import { type CertifiedAbstention, certifyAbstention, coverageCurve } from '@cges-fleet/statistics'
import { calibrationOf, certifiedStops, type Stop } from './certified-stops.js'
import { areWhole, type GradedRecordings, type Grades, isRight } from './grade.js'
import { type DscRanking, inOrderOf, ordersFor, type Permutations, permutations } from './orders.js'
import type { RecordingSums } from './paired-differences.js'
import type { Recording } from './recording.js'
import { runSeed, type SeedMeans, seedMeans, stopsOn } from './run-seed.js'
import { type SeedSweep, sweepSeed } from './sweep-gamma.js'
import type { FoundVotes, SharedVotes, ValueMaps } from './votes-for.js'

export interface ReplayOptions {
  readonly seeds: number
  readonly grades: Grades
  readonly maps: ValueMaps
  readonly dscRanking: DscRanking
  readonly gammaGrid: boolean
  /** Run every method at every value of its own threshold too. */
  readonly sweep?: boolean
  /** Compute accuracy against coverage, and what a promise would withhold; neither if omitted. */
  readonly coverage?: { readonly promise: AbstentionPromise }
  /** Take the samples in the order of the file, once, instead of in permutations. */
  readonly inOrder: boolean
  /**
   * The methods, by key, that an evaluation drew these samples for, no more than they asked for: in order they run on
   * as many as there are, and questions that could not be drawn are left out, as in the evaluation.
   */
  readonly drawnFor?: ReadonlySet<string>
  /** The evaluation's, in whose order certified thresholds were fixed; used only for that order. */
  readonly evaluationSeed?: number
  /** Questions that are not replayed, and may teach a map. */
  readonly leftOut?: readonly Recording[]
  /** As many samples of each recording were kept, if not all: for hints. */
  readonly first?: number | undefined
  /** Called with where a method stopped on each question of a permutation, null where it did not. */
  readonly onStops?: (seed: number, stops: readonly (Stop | null)[]) => void
  /** Called after every permutation with the number that a method has run on. */
  readonly onSeed?: (seeds: number) => void
  /** The permutations of these recordings, if several methods share them. */
  readonly shuffled?: Permutations
  /** Their votes, likewise. */
  readonly votes?: SharedVotes
}

/** A replay whose votes are found. */
export interface FoundRun extends ReplayOptions {
  readonly found: Extract<FoundVotes, { ok: true }>
  readonly asDrawn: boolean
  /** Of all seeds. */
  readonly sums: RecordingSums
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
  run.onStops?.(seed, stops)
  run.onSeed?.(seed + 1)
  return {
    means: seedMeans(graded, stops, run.sums),
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

/** The promise of certified abstention; null to ask for none. */
export type AbstentionPromise = { readonly alpha: number; readonly delta: number } | null

/** A method's accuracy if its least certain answers are withheld, and which answers a promise would withhold. */
export interface Coverage extends Omit<CoverageCurve, 'key'> {
  /** The mean over all coverages where those answers are withheld first at which it left most to answers not seen; null if it knows no such mass. */
  readonly areaByOther: CoverageCurve['area'] | null
  readonly certified: CertifiedAbstention | null
}

/** Where a method stopped on one permutation of each question's samples; null if it did not. */
interface SeedRun {
  readonly stops: readonly (Stop | null)[]
  readonly pools: readonly (readonly Vote[])[]
}

/**
 * Computes a method's accuracy against coverage on one permutation; null if it scores no answer, or grades are between
 * right and wrong.
 */
export function coverageOf(
  spec: MethodSpec,
  { recordings, grades }: GradedRecordings,
  { stops, pools }: SeedRun,
  promise: AbstentionPromise,
): Coverage | null {
  if (!areWhole({ recordings, grades })) return null
  const places = new Map([...new Set(recordings.map(({ id }) => id))].map((id, place) => [id, place]))
  const answers = recordings.flatMap((recording, at) => {
    const stop = stops[at] ?? null
    if (stop === null || stop.score === null) return []
    const correct = stop.answer === null ? null : isRight(recording, stop.answer, grades)
    const other = otherScore(spec, (pools[at] ?? []).slice(0, stop.calls))
    const question = places.get(recording.id) ?? 0
    return [{ question, replicate: recording.replicate, correct, score: stop.score, other }]
  })
  const curve = coverageCurve(answers)
  if (curve === null) return null
  const first = answers.filter(({ replicate }) => replicate === 0)
  const byOther = answers.flatMap(({ other, ...answer }) => (other === null ? [] : [{ ...answer, score: 1 - other }]))
  const areaByOther = coverageCurve(byOther)?.area ?? null
  return { ...curve, areaByOther, certified: promise === null ? null : certifyAbstention(first, promise) }
}
