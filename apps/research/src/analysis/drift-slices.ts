import { seededRandom } from '@cges-fleet/methods'
import { type Correlation, empiricalDrift, type Graded, pearson, quantile } from '@cges-fleet/statistics'
import type { PaperBenchmark, PaperSignal } from '../profile/paper-benchmark.js'
import type { BenchmarkRun } from '../run/benchmark-run.js'
import type { SignalRow } from './signal-table.js'

/** Questions of a labelled slice, as the paper has them. */
const SIZES = [50, 100] as const
const DRAWS = 100

/** μ̂ of one signal on slices of a benchmark's questions, each drawn anew; null where all answers are right, or none. */
export interface DriftSlices {
  readonly benchmark: PaperBenchmark
  readonly signal: PaperSignal
  readonly size: number
  readonly muHats: readonly (number | null)[]
}

/** How well μ̂ on a slice tells what CGES saves at γ = .999, over the pairs of a token signal and a benchmark. */
export interface SlicePrediction {
  readonly size: number
  readonly pairs: number
  /** With μ̂ of all samples. */
  readonly whole: Correlation | null
  /** The median of r over slices, and the range of 90 % of them. */
  readonly median: number
  readonly low: number
  readonly high: number
  /** The share of slices whose r is below 0. */
  readonly reversed: number
}

/** Draws slices of a benchmark's questions, of the first replicate; a benchmark with fewer questions gives all of them. */
export function driftSlices({ benchmark, signals, replicates }: BenchmarkRun): DriftSlices[] {
  const [replicate] = replicates
  if (replicate === undefined) return []
  const { pools, isRight } = replicate
  return signals
    .filter((signal) => signal !== 'rm')
    .flatMap((signal) => {
      const byQuestion = pools.map((pool, question) =>
        pool.slice(0, 16).flatMap(({ answer, confidences }): Graded[] => {
          const confidence = confidences[signal]
          return answer === null || confidence === undefined ? [] : [{ confidence, correct: isRight(question, answer) }]
        }),
      )
      return SIZES.map((size): DriftSlices => {
        const random = seededRandom(`slices ${benchmark} ${size}`)
        const muHats = Array.from({ length: DRAWS }, () => {
          const drawn = random.shuffle(byQuestion).slice(0, size).flat()
          return empiricalDrift(drawn)?.muHat ?? null
        })
        return { benchmark, signal, size, muHats }
      })
    })
}

/** Correlates, slice by slice, μ̂ of every signal on every benchmark with what CGES saves there. */
export function slicePredictions(slices: readonly DriftSlices[], rows: readonly SignalRow[]): SlicePrediction[] {
  const efficiencyOf = ({ benchmark, signal }: Pick<DriftSlices, 'benchmark' | 'signal'>) =>
    rows.find((row) => row.benchmark === benchmark && row.signal === signal)
  return SIZES.flatMap((size) => {
    const some = slices.filter((each) => each.size === size)
    if (some.length < 3) return []
    const found = Array.from({ length: DRAWS }, (_, draw) =>
      correlate(some.map((each) => [each.muHats[draw] ?? null, efficiencyOf(each)?.efficiency ?? null])),
    )
      .flatMap((each) => each?.r ?? [])
      .toSorted((a, b) => a - b)
    const whole = correlate(
      some.map((each) => [efficiencyOf(each)?.quality.muHat ?? null, efficiencyOf(each)?.efficiency ?? null]),
    )
    const [median, low, high] = [0.5, 0.05, 0.95].map((share) => quantile(found, share))
    return [
      {
        size,
        pairs: some.length,
        whole,
        median: median ?? Number.NaN,
        low: low ?? Number.NaN,
        high: high ?? Number.NaN,
        reversed: found.filter((r) => r < 0).length / found.length,
      },
    ]
  })
}

function correlate(pairs: readonly (readonly [number | null, number | null])[]): Correlation | null {
  const known = pairs.flatMap(([a, b]) => (a === null || b === null ? [] : [[a, b] as const]))
  return known.length < 3
    ? null
    : pearson(
        known.map(([a]) => a),
        known.map(([, b]) => b),
      )
}
