import { GAMMA_GRID, gammaSweep, methodKey, methodLabel, type MethodSpec, type Vote } from '@cges-fleet/methods'
import { type EfficientGamma, efficientGamma, type Moments, moments } from '@cges-fleet/statistics'
import { type DscRanking, orderRefusal } from './difficulty-order.js'
import { grade, type Grades } from './grade.js'
import { ordersFor } from './orders-for.js'
import type { Recording } from './recording.js'
import { permute, runSeed, type Stop, stopsOn } from './run-seed.js'
import { type FoundVotes, type ValueMaps, votesFor } from './votes-for.js'

export interface ReplayOptions {
  readonly seeds: number
  readonly grades: Grades
  readonly maps: ValueMaps
  readonly dscRanking: DscRanking
  readonly gammaGrid: boolean
  /** Take the samples as they stand in the file, once, instead of in permutations. */
  readonly inOrder: boolean
  /**
   * The methods, by key, that an evaluation drew these samples for, no more than they asked for: in order they run on as
   * many as there are, and questions that could not be drawn are left out, as the evaluation left them.
   */
  readonly drawnFor?: ReadonlySet<string>
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
  /** Questions that the samples did not suffice for. */
  readonly undecided: number
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
  const { dscRanking, inOrder } = options
  const asDrawn = inOrder && options.drawnFor?.has(method) === true
  const found = votesFor(spec, recordings, { ...options.maps, asDrawn })
  if (!found.ok) return { method, reason: found.reason }
  const { budget } = spec
  const refusal = spec.method === 'dsc' ? orderRefusal(dscRanking, recordings, { budget, key: method }) : null
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
  const { found, asDrawn, inOrder, dscRanking } = options
  const [method, { budget }] = [methodKey(spec), spec]
  const bySeed = seedsOf(options).map((seed) => {
    const pools = inOrder
      ? found.pools
      : found.pools.map((pool, question) => permute(pool, seed, recordings[question]?.id ?? ''))
    const run = asDrawn ? stopsOn : runSeed
    return { pools, stops: run(spec, pools, ordersFor(spec, recordings, { pools, dscRanking })) }
  })
  const stops = bySeed.map((each) => each.stops)
  const undecided = stops[0]?.filter((stop) => stop === null).length ?? 0
  if (undecided === recordings.length) return { method, reason: 'no question has samples enough for it' }
  const outcome = outcomeOf(recordings, stops, options.grades)
  const rounds = moments(stops.map((each) => meanOf(decided(each).map(({ rounds }) => rounds))))
  const saved = 1 - outcome.calls.mean / budget
  const base = { method, label: methodLabel(spec), budget, ...outcome, rounds, saved, source: found.source, undecided }
  const pools = bySeed.map((each) => each.pools)
  const isWhole = recordings.every(({ samples }) => samples.length >= budget)
  const isSwept = spec.method === 'cges' && options.gammaGrid && isWhole
  return { ...base, ...(isSwept ? sweep(spec, recordings, { pools, options }) : {}) }
}

function seedsOf({ seeds, inOrder }: ReplayOptions): number[] {
  return Array.from({ length: inOrder ? 1 : seeds }, (_, seed) => seed)
}

type Stops = readonly (Stop | null)[]

function decided(stops: Stops): Stop[] {
  return stops.filter((stop) => stop !== null)
}

function outcomeOf(recordings: readonly Recording[], bySeed: readonly Stops[], grades: Grades): Outcome {
  return {
    accuracy: moments(bySeed.map((stops) => accuracyOf(recordings, stops, grades))),
    calls: moments(bySeed.map((stops) => meanOf(decided(stops).map(({ calls }) => calls)))),
  }
}

function accuracyOf(recordings: readonly Recording[], stops: Stops, grades: Grades): number {
  return meanOf(
    recordings.flatMap((recording, question) => {
      const stop = stops[question] ?? null
      return stop === null ? [] : [grade(recording, stop.answer, grades) ? 1 : 0]
    }),
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
  const accuracies = (stops: readonly Stops[]): number[] =>
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
