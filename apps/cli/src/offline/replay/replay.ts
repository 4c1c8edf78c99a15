import {
  digestLine,
  type EfficientGamma,
  efficientGamma,
  GAMMA_GRID,
  gammaSweep,
  methodKey,
  methodLabel,
  type MethodSpec,
  type Moments,
  moments,
  type Vote,
} from '@cges-fleet/core'
import { UsageError } from '../../usage-error.js'
import { difficultyOrder, type DscRanking, orderRefusal } from './difficulty-order.js'
import { grade, type Grades } from './grade.js'
import type { Recording } from './recording.js'
import { permute, runSeed, type Stop } from './run-seed.js'
import { type ValueMaps, votesFor } from './votes-for.js'

export interface ReplayOptions {
  readonly seeds: number
  readonly grades: Grades
  readonly maps: ValueMaps
  readonly dscRanking: DscRanking
  readonly gammaGrid: boolean
  /** Take the samples as they stand in the file, once, instead of in permutations. */
  readonly inOrder: boolean
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
  readonly saved: number
  readonly source: string | null
  readonly sweep?: readonly (Outcome & { readonly gamma: number })[]
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
  const found = votesFor(spec, recordings, options.maps)
  if (!found.ok) return { method, reason: found.reason }
  const refusal = spec.method === 'dsc' ? orderRefusal(options.dscRanking, recordings, spec.budget) : null
  if (refusal !== null) return { method, reason: refusal }
  try {
    const bySeed = seedsOf(options).map((seed) => {
      const pools = options.inOrder
        ? found.pools
        : found.pools.map((pool, question) => permute(pool, seed, recordings[question]?.id ?? ''))
      return { pools, stops: runSeed(spec, pools, orderOf(spec, recordings, { pools, options })) }
    })
    const stops = bySeed.map((each) => each.stops)
    const outcome = outcomeOf(recordings, stops, options.grades)
    const rounds = moments(stops.map((each) => meanOf(each.map(({ rounds }) => rounds))))
    const { budget } = spec
    const base = {
      method,
      label: methodLabel(spec),
      budget,
      ...outcome,
      rounds,
      saved: 1 - outcome.calls.mean / budget,
    }
    const pools = bySeed.map((each) => each.pools)
    const swept = spec.method === 'cges' && options.gammaGrid ? sweep(spec, recordings, { pools, options }) : {}
    return { ...base, source: found.source, ...swept }
  } catch (error) {
    return { method, reason: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * The verdicts of methods on samples in the order of the file, as lines like those an evaluation's digest is made of:
 * what a fleet decided can be checked against what it stored. Throws a `UsageError` for a method the file cannot serve.
 */
export function replayVerdicts(
  specs: readonly MethodSpec[],
  recordings: readonly Recording[],
  options: Pick<ReplayOptions, 'maps' | 'dscRanking'>,
): string[] {
  const lines = specs.flatMap((spec) => {
    const found = votesFor(spec, recordings, options.maps)
    const refusal = spec.method === 'dsc' ? orderRefusal(options.dscRanking, recordings, spec.budget) : null
    if (!found.ok || refusal !== null) {
      throw new UsageError(`${methodKey(spec)} is not runnable: ${found.ok ? refusal : found.reason}`)
    }
    const stops = runSeed(spec, found.pools, orderOf(spec, recordings, { pools: found.pools, options }))
    return recordings.map(({ id }, question) => {
      const stop = stops[question]
      if (stop === undefined) throw new Error(`${id} was not replayed`)
      const { calls, answer: answerKey, reason } = stop
      return digestLine({ questionId: id, replicate: 0, methodKey: methodKey(spec), calls, answerKey, reason })
    })
  })
  return lines.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

function orderOf(
  spec: MethodSpec,
  recordings: readonly Recording[],
  { pools, options }: { pools: readonly (readonly Vote[])[]; options: Pick<ReplayOptions, 'dscRanking'> },
): number[] {
  if (spec.method !== 'dsc') return []
  return difficultyOrder(options.dscRanking, recordings, { pools, budget: spec.budget })
}

function seedsOf({ seeds, inOrder }: ReplayOptions): number[] {
  return Array.from({ length: inOrder ? 1 : seeds }, (_, seed) => seed)
}

function outcomeOf(recordings: readonly Recording[], bySeed: readonly (readonly Stop[])[], grades: Grades): Outcome {
  return {
    accuracy: moments(bySeed.map((stops) => accuracyOf(recordings, stops, grades))),
    calls: moments(bySeed.map((stops) => meanOf(stops.map(({ calls }) => calls)))),
  }
}

function accuracyOf(recordings: readonly Recording[], stops: readonly Stop[], grades: Grades): number {
  return meanOf(
    recordings.map((recording, question) => (grade(recording, stops[question]?.answer ?? null, grades) ? 1 : 0)),
  )
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The whole grid of gamma in one pass a question, and the paper's efficient gamma against SC on the same draws. */
function sweep(
  spec: Extract<MethodSpec, { method: 'cges' }>,
  recordings: readonly Recording[],
  { pools, options }: { pools: readonly (readonly (readonly Vote[])[])[]; options: ReplayOptions },
): Pick<MethodResult, 'sweep' | 'efficientGamma'> {
  const bySeed = pools.map((seed) => seed.map((pool) => gammaSweep(spec, pool)))
  const accuracies = (stops: readonly (readonly Stop[])[]): number[] =>
    stops.map((each) => 100 * accuracyOf(recordings, each, options.grades))
  const points = GAMMA_GRID.map((gamma, place) => {
    const stops = bySeed.map((questions) =>
      questions.map((grid): Stop => ({
        calls: grid[place]?.calls ?? 0,
        rounds: 0,
        answer: grid[place]?.answer ?? null,
        reason: 'threshold',
      })),
    )
    return { gamma, stops, ...outcomeOf(recordings, stops, options.grades) }
  })
  const sc = pools.map((seed) => runSeed({ method: 'sc', budget: spec.budget }, seed, []))
  return {
    sweep: points.map(({ gamma, accuracy, calls }) => ({ gamma, accuracy, calls })),
    efficientGamma: efficientGamma(
      points.map(({ gamma, stops }) => ({ gamma, accuracyPpBySeed: accuracies(stops) })),
      accuracies(sc),
    ),
  }
}
