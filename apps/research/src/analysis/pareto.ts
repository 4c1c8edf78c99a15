import { moments, paretoFront } from '@cges-fleet/statistics'
import { BASELINE_ROWS } from '../run/baselines.js'
import { type BenchmarkRun, scAccuracies } from '../run/benchmark-run.js'
import { sweptOutcomes } from './efficient.js'
import { SIGNAL_LABELS } from './result-rows.js'

/** One point of the picture of accuracy (a share) against calls. */
export interface ParetoPoint {
  readonly calls: number
  readonly accuracy: number
  /** The label of the point on its line: `γ .99` or `B = 8`. */
  readonly at: string
  readonly onFront: boolean
}

export interface ParetoSeries {
  readonly id: string
  readonly label: string
  readonly points: readonly ParetoPoint[]
}

/** The front of one benchmark, and how many points of other methods some CGES point of token signals dominates. */
export interface Pareto {
  readonly series: readonly ParetoSeries[]
  readonly dominated: { readonly points: number; readonly of: number }
}

type Point = Omit<ParetoPoint, 'onFront'> & { readonly id: string; readonly label: string }

/** CGES has a point at every γ (B = 16), the others one at every budget they were run at. */
export function paretoOf(run: BenchmarkRun): Pareto {
  const baselines = BASELINE_ROWS.filter(({ id }) => id !== 'asc-dirichlet-replay').flatMap(({ id, label, budgets }) =>
    budgets.flatMap((budget): Point[] => {
      const results = run.baselines.get(`${id}@${budget}`)
      if (results === undefined) return []
      const accuracies = id === 'sc' ? scAccuracies(run, budget) : results.map(({ accuracy }) => accuracy)
      const calls = moments(results.map((each) => each.calls)).mean
      return [{ id, label, calls, accuracy: moments(accuracies).mean, at: `B = ${budget}` }]
    }),
  )
  const cges = run.signals.flatMap((signal) =>
    sweptOutcomes(run, signal, 16).map(({ gamma, calls, accuracy }): Point => {
      const name = { id: `cges-${signal}`, label: SIGNAL_LABELS[signal] }
      return { ...name, calls: calls.mean, accuracy: accuracy.mean, at: `γ ${gamma}` }
    }),
  )
  const all = [...baselines, ...cges]
  const front = new Set(paretoFront(all))
  const ids = [...new Set(all.map(({ id }) => id))]
  const token = cges.filter(({ id }) => id !== 'cges-rm')
  return {
    series: ids.map((id) =>
      seriesOf(
        all.filter((point) => point.id === id),
        front,
      ),
    ),
    dominated: {
      points: baselines.filter((point) => token.some((other) => dominates(other, point))).length,
      of: baselines.length,
    },
  }
}

function seriesOf(points: readonly Point[], front: ReadonlySet<Point>): ParetoSeries {
  const ordered = points.toSorted((a, b) => a.calls - b.calls)
  return {
    id: points[0]?.id ?? '',
    label: points[0]?.label ?? '',
    points: ordered.map((point) => ({
      calls: point.calls,
      accuracy: point.accuracy,
      at: point.at,
      onFront: front.has(point),
    })),
  }
}

function dominates(one: Point, other: Point): boolean {
  const noWorse = one.calls <= other.calls && one.accuracy >= other.accuracy
  return noWorse && (one.calls < other.calls || one.accuracy > other.accuracy)
}
