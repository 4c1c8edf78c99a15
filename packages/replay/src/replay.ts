import {
  type Certification,
  isCertified,
  methodKey,
  methodLabel,
  questionsRefusal,
  type MethodSpec,
} from '@cges-fleet/methods'
import { type EfficientGamma, type Moments, moments } from '@cges-fleet/statistics'
import { type AbstentionPromise, type Coverage, coverageOf, type SeedRun } from './coverage.js'
import { calibrationOf, certifiedStops } from './certified-stops.js'
import { type DscRanking, orderRefusal } from './difficulty-order.js'
import { grade, type Grades } from './grade.js'
import { knownMoments } from './known-moments.js'
import { ordersFor } from './orders-for.js'
import { inOrderOf, type Permutations, permutations } from './permutations.js'
import type { Recording } from './recording.js'
import { runSeed, type Stop, stopsOn } from './run-seed.js'
import { sweepGamma } from './sweep-gamma.js'
import { type FoundVotes, type ValueMaps, votesFor } from './votes-for.js'

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
  /** The evaluation's, in whose order certified thresholds were fixed; used in order only. */
  readonly evaluationSeed?: number
  /** Called after every permutation with the number that a method has run on. */
  readonly onSeed?: (seeds: number) => void
  /** The permutations of these recordings, where several methods share them. */
  readonly shuffled?: Permutations
}

export interface Outcome {
  readonly accuracy: Moments
  readonly calls: Moments
}

/** One method over all seeds; accuracy in [0, 1], `rounds` the batches that come one after another. */
export interface MethodResult extends Outcome {
  readonly method: string
  readonly label: string
  readonly budget: number
  readonly rounds: Moments
  /** Generated per question for the calls charged; null if the log does not tell those of every one. */
  readonly tokens: Moments | null
  readonly saved: number
  readonly source: string | null
  /** Questions with too few samples to decide. */
  readonly undecided: number
  /** For a certified method: what was fixed with each seed, and its calls on the questions that nothing was fixed on. */
  readonly certified?: { readonly fixed: readonly Certification[]; readonly callsWithout: Moments | null }
  readonly coverage?: Coverage
  readonly sweep?: readonly (Outcome & { readonly gamma: number; readonly tokens: Moments | null })[]
  readonly efficientGamma?: EfficientGamma | null
}

export interface NotRunnable {
  readonly method: string
  readonly reason: string
}

/** Replays one method on recorded samples, with the same permutation of each question's samples for every method. */
export function replay(
  spec: MethodSpec,
  recordings: readonly Recording[],
  options: ReplayOptions,
): MethodResult | NotRunnable {
  const method = methodKey(spec)
  const { dscRanking, inOrder } = options
  const asDrawn = inOrder && options.drawnFor?.has(method) === true
  const found = votesFor(spec, recordings, { ...options.maps, asDrawn })
  if (!found.ok) return { method, reason: found.reason }
  const { budget } = spec
  const refusal =
    spec.method === 'dsc'
      ? orderRefusal(dscRanking, recordings, { budget, key: method })
      : questionsRefusal(spec, recordings.filter(({ replicate }) => replicate === 0).length, [budget])
  if (refusal !== null) return { method, reason: refusal }
  try {
    return runOn(spec, recordings, { ...options, found, asDrawn })
  } catch (error) {
    return { method, reason: error instanceof Error ? error.message : String(error) }
  }
}

interface Run extends ReplayOptions {
  readonly found: Extract<FoundVotes, { ok: true }>
  readonly asDrawn: boolean
}

function runOn(spec: MethodSpec, recordings: readonly Recording[], options: Run): MethodResult | NotRunnable {
  const { found, asDrawn, inOrder, dscRanking, shuffled = permutations(recordings) } = options
  const method = methodKey(spec)
  const { budget } = spec
  const bySeed = seedsOf(options).map((seed) => {
    const pools = inOrder
      ? found.pools
      : shuffled(seed).map((order, question) => inOrderOf(found.pools[question] ?? [], order))
    options.onSeed?.(seed + 1)
    if (isCertified(spec)) {
      const calibration = calibrationOf(spec, recordings, inOrder ? (options.evaluationSeed ?? 0) : seed)
      return { pools, ...certifiedStops(spec, pools, calibration) }
    }
    const run = asDrawn ? stopsOn : runSeed
    return { pools, certification: null, stops: run(spec, pools, ordersFor(spec, recordings, pools, dscRanking)) }
  })
  const stops = bySeed.map((each) => each.stops)
  const undecided = stops[0]?.filter((stop) => stop === null).length ?? 0
  if (undecided === recordings.length) return { method, reason: 'no question has samples enough for it' }
  const outcome = outcomeOf(recordings, stops, options.grades)
  const rounds = moments(stops.map((each) => meanOf(decided(each).map(({ rounds }) => rounds))))
  const saved = 1 - outcome.calls.mean / budget
  const certified = certifiedOf(bySeed)
  const told = { method, label: methodLabel(spec), budget, source: found.source, undecided }
  const coverage = coverageIn(spec, recordings, bySeed[0], options)
  const tokens = tokensOf(stops)
  const base = { ...told, ...outcome, ...coverage, rounds, tokens, saved, ...(certified === null ? {} : { certified }) }
  const pools = bySeed.map((each) => each.pools)
  const isWhole = recordings.every(({ samples }) => samples.length >= budget)
  const isSwept = spec.method === 'cges' && options.gammaGrid && isWhole && spec.abstainBelow === undefined
  if (!isSwept) return base
  const sc = pools.map((seed) => runSeed({ method: 'sc', budget }, seed, []))
  const scPpBySeed = sc.map((each) => 100 * accuracyOf(recordings, each, options.grades))
  return { ...base, ...sweepGamma(spec, { recordings, grades: options.grades }, pools, scPpBySeed) }
}

function coverageIn(
  spec: MethodSpec,
  recordings: readonly Recording[],
  first: SeedRun | undefined,
  { coverage, grades }: Run,
) {
  if (coverage === undefined || first === undefined) return {}
  const found = coverageOf(spec, { recordings, grades }, first, coverage.promise)
  return found === null ? {} : { coverage: found }
}

type SeedStops = { readonly stops: Stops; readonly certification: Certification | null }

function certifiedOf(bySeed: readonly SeedStops[]): NonNullable<MethodResult['certified']> | null {
  const fixed = bySeed.flatMap(({ certification }) => certification ?? [])
  if (fixed.length === 0) return null
  const others = bySeed.map(({ stops }) => decided(stops).filter(({ reason }) => reason !== 'calibration'))
  const isAny = others.every((stops, seed) => stops.length > 0 && stops.length < (bySeed[seed]?.stops.length ?? 0))
  return { fixed, callsWithout: isAny ? moments(others.map((stops) => meanOf(stops.map(({ calls }) => calls)))) : null }
}

function seedsOf({ seeds, inOrder }: ReplayOptions): number[] {
  return Array.from({ length: inOrder ? 1 : seeds }, (_, seed) => seed)
}

type Stops = readonly (Stop | null)[]

function decided(stops: Stops): Stop[] {
  return stops.filter((stop) => stop !== null)
}

export function outcomeOf(recordings: readonly Recording[], bySeed: readonly Stops[], grades: Grades): Outcome {
  return {
    accuracy: moments(bySeed.map((stops) => accuracyOf(recordings, stops, grades))),
    calls: moments(bySeed.map((stops) => meanOf(decided(stops).map(({ calls }) => calls)))),
  }
}

/** Over the questions decided; null if those of one are not known. */
export function tokensOf(bySeed: readonly Stops[]): Moments | null {
  return knownMoments(bySeed.map((stops) => meanOf(decided(stops).map(({ tokens }) => tokens ?? Number.NaN))))
}

function accuracyOf(recordings: readonly Recording[], stops: Stops, grades: Grades): number {
  return meanOf(
    recordings.flatMap((recording, question) => {
      const stop = stops[question] ?? null
      return stop === null ? [] : [grade(recording, stop.answer, grades) ? 1 : 0]
    }),
  )
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
