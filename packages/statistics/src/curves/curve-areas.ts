import type { MethodCurve } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { quantile } from '../descriptive.js'
import { distinctColumns, resampleClusters } from '../resampling.js'
import type { QuestionColumns } from './curve-sums.js'

/** Resamples at most and at least, and how many sums of a question they may take together. */
const MOST = 1000
const LEAST = 200
const MOST_WORK = 400_000_000

const PARTS = ['trials', 'calls', 'tokens', 'correct'] as const

/** A value's totals over questions, as drawn or as resampled. */
type Totals = Readonly<Record<(typeof PARTS)[number], number>>

/** By question, what one call gives, every value of a curve, and the whole budget; null if a trial is not finished. */
type CurveEnds = Readonly<Record<'first' | 'values' | 'whole', readonly QuestionColumns[] | null>>

/**
 * Computes the mean accuracy of a method's curve over all numbers of calls from 1 to the budget, and over all numbers of
 * tokens from those of one call to those of the budget, with the 95 % intervals of resampled questions; the same
 * resamples for every method of an evaluation. The line begins at one call. Null if values are left out, since the
 * line would then end before the budget does, and of tokens where some are not known.
 */
export function curveAreas(
  { first, values, whole }: CurveEnds,
  budget: number,
): Pick<MethodCurve, 'area' | 'areaByTokens'> {
  if (first === null || values === null) return { area: null, areaByTokens: null }
  const line = [...first, ...values]
  const questions = line[0]?.trials.length ?? 0
  const resamples = Math.max(LEAST, Math.min(MOST, Math.floor(MOST_WORK / (questions * 3 * line.length))))
  const drawn = resampled([...line, ...(whole ?? [])], resamples)
  const observed = [...line, ...(whole ?? [])].map((columns) => totalsOf((part) => sum(columns[part])))
  const byCalls = (totals: readonly Totals[]) => areaOf(totals.slice(0, line.length).map(pointBy('calls')), [1, budget])
  const byTokens = (totals: readonly Totals[]) => {
    const points = totals.map(pointBy('tokens'))
    const from = points[0]?.calls ?? Number.NaN
    const to = points.at(-1)?.calls ?? Number.NaN
    return areaOf(points.slice(0, line.length), [from, to])
  }
  return {
    area: withInterval(byCalls(observed), drawn.map(byCalls)),
    areaByTokens:
      whole === null || observed.some(({ tokens }) => Number.isNaN(tokens))
        ? null
        : withInterval(byTokens(observed), drawn.map(byTokens)),
  }
}

/** The totals of all values, resample by resample. */
function resampled(values: readonly QuestionColumns[], resamples: number): (readonly Totals[])[] {
  const { distinct, places } = distinctColumns(values.flatMap((columns) => PARTS.map((part) => columns[part])))
  const drawn = resampleClusters(distinct, resamples, seededRandom('curve area').next)
  return Array.from({ length: resamples }, (_, at) =>
    values.map((__, place) =>
      totalsOf((part) => drawn[places[PARTS.length * place + PARTS.indexOf(part)] ?? 0]?.[at] ?? 0),
    ),
  )
}

function totalsOf(read: (part: (typeof PARTS)[number]) => number): Totals {
  return { trials: read('trials'), calls: read('calls'), tokens: read('tokens'), correct: read('correct') }
}

function pointBy(cost: 'calls' | 'tokens') {
  return (totals: Totals): LinePoint => ({
    calls: totals[cost] / totals.trials,
    accuracy: totals.correct / totals.trials,
  })
}

/** Of equal costs the better stands. */
function areaOf(points: readonly LinePoint[], [from, to]: readonly [number, number]): number {
  const byCost = new Map<number, number>()
  for (const { calls, accuracy } of points) byCost.set(calls, Math.max(accuracy, byCost.get(calls) ?? 0))
  const line = [...byCost].map(([calls, accuracy]) => ({ calls, accuracy }))
  return areaUnder(
    line.toSorted((a, b) => a.calls - b.calls),
    to,
    from,
  )
}

function withInterval(value: number, drawn: readonly number[]): NonNullable<MethodCurve['area']> {
  const sorted = drawn.filter((area) => Number.isFinite(area)).toSorted((a, b) => a - b)
  return { value, low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) }
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

/** A point of a line of accuracy by cost: `calls` are calls, or what else the line counts a cost in. */
export interface LinePoint {
  readonly calls: number
  readonly accuracy: number
}

/**
 * Reads the accuracy of a rule at a number of calls: between two points of its line, as drawing lots between their
 * thresholds for each question would give it, and beyond its ends as at them. `line` is not empty and ascends in calls.
 */
export function accuracyAt(line: readonly LinePoint[], calls: number): number {
  const next = line.findIndex((point) => point.calls >= calls)
  const before = line[next - 1]
  const after = line[next] ?? line.at(-1)
  if (after === undefined) return Number.NaN
  if (before === undefined || next < 0) return after.accuracy
  const share = (calls - before.calls) / (after.calls - before.calls)
  return before.accuracy + share * (after.accuracy - before.accuracy)
}

/** The fewest calls at which a line comes to an accuracy; null if it never does. */
export function callsAt(line: readonly LinePoint[], accuracy: number): number | null {
  const at = line.findIndex((point) => point.accuracy >= accuracy)
  const before = line[at - 1]
  const after = line[at]
  if (after === undefined) return null
  if (before === undefined) return after.calls
  const share = (accuracy - before.accuracy) / (after.accuracy - before.accuracy)
  return before.calls + share * (after.calls - before.calls)
}

/** The mean accuracy of a line over all costs from `from` to `to`, by trapezoids. */
export function areaUnder(line: readonly LinePoint[], to: number, from = 1): number {
  if (to <= from) return accuracyAt(line, from)
  const inside = line.map(({ calls }) => calls).filter((calls) => calls > from && calls < to)
  const ends = [from, ...inside, to]
  let area = 0
  for (const [at, calls] of ends.entries()) {
    const next = ends[at + 1]
    if (next !== undefined) area += ((next - calls) * (accuracyAt(line, calls) + accuracyAt(line, next))) / 2
  }
  return area / (to - from)
}
