import { methodLabel, type MethodSpec, type SeededRandom, seededRandom } from '@cges-fleet/methods'
import { accuracyAt, areaUnder, callsAt, type LinePoint, quantile } from '@cges-fleet/statistics'
import { pluralityAt, type SweepInput, type SweptQuestions, sweepQuestions, sweptIn } from './swept-questions.js'

/** A figure with the 95 % interval of resampled questions; `value` is null where the line never comes to it. */
export interface FrontierFigure {
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
}

/** A method at every value of its own threshold: what it can give for how many calls. */
export interface Frontier {
  readonly label: string
  readonly parameter: string
  readonly points: readonly (LinePoint & { readonly at: number })[]
  /** The mean accuracy over all numbers of calls from 1 to the budget; no threshold is chosen for it. */
  readonly area: FrontierFigure
  /** The accuracy at a quarter of the budget. */
  readonly atQuarter: FrontierFigure
  /** The calls at which it comes to within half a point of SC at the budget; found on the labels it is judged by. */
  readonly toSc: FrontierFigure
}

const RESAMPLES = 1000
const CLOSE = 0.005

/** Sweeps a method's own threshold; null where it has none or the samples end before it does. The same input, the same figures. */
export function frontierOf(spec: MethodSpec, input: SweepInput): Frontier | null {
  const swept = sweptIn(spec, input)
  const { onShare, ...still } = input
  const questions = sweepQuestions(spec, { ...still, onShare: (share) => onShare?.(share / 2) })
  const one = pluralityAt(1, still)
  const all = pluralityAt(spec.budget, still)
  if (swept === null || questions === null || one === null || all === null) return null
  const read = (weights: ArrayLike<number> | null) => {
    const line = lineOf(questions, one, weights)
    const sc = pointOf(all, 0, weights).accuracy
    return {
      area: areaUnder(line, spec.budget),
      atQuarter: accuracyAt(line, spec.budget / 4),
      toSc: callsAt(line, sc - CLOSE),
    }
  }
  const random = seededRandom('frontier')
  const draws = Array.from({ length: RESAMPLES }, (_, at) => {
    onShare?.((1 + at / RESAMPLES) / 2)
    return read(resampled(input.recordings.length, random))
  })
  const figure = (name: keyof ReturnType<typeof read>): FrontierFigure =>
    withInterval(
      read(null)[name],
      draws.map((draw) => draw[name]),
    )
  return {
    label: methodLabel(spec),
    parameter: swept.parameter,
    points: swept.values.map((at, place) => ({ at, ...pointOf(questions, place, null) })),
    area: figure('area'),
    atQuarter: figure('atQuarter'),
    toSc: figure('toSc'),
  }
}

/** How often each question is in one resample of as many. */
function resampled(count: number, random: SeededRandom): Uint16Array {
  const weights = new Uint16Array(count)
  for (let at = 0; at < count; at += 1) {
    const drawn = random.int(0, count - 1)
    weights[drawn] = (weights[drawn] ?? 0) + 1
  }
  return weights
}

/** One call, which every rule could give, and then its own points; of equal calls the better. */
function lineOf(questions: SweptQuestions, one: SweptQuestions, weights: ArrayLike<number> | null): LinePoint[] {
  const points = [pointOf(one, 0, weights), ...questions.values.map((_, place) => pointOf(questions, place, weights))]
  const byCalls = new Map<number, number>()
  for (const { calls, accuracy } of points) byCalls.set(calls, Math.max(accuracy, byCalls.get(calls) ?? 0))
  return [...byCalls].map(([calls, accuracy]) => ({ calls, accuracy })).toSorted((a, b) => a.calls - b.calls)
}

function pointOf({ right, calls }: SweptQuestions, place: number, weights: ArrayLike<number> | null): LinePoint {
  return { calls: meanOf(calls[place] ?? [], weights), accuracy: meanOf(right[place] ?? [], weights) }
}

function meanOf(values: ArrayLike<number>, weights: ArrayLike<number> | null): number {
  let sum = 0
  for (let at = 0; at < values.length; at += 1) sum += (values[at] ?? 0) * (weights === null ? 1 : (weights[at] ?? 0))
  return sum / values.length
}

/** Where a resample never comes there it counts as infinitely many: an interval may be open above. */
function withInterval(value: number | null, draws: readonly (number | null)[]): FrontierFigure {
  const sorted = draws.map((draw) => draw ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b)
  const low = quantile(sorted, 0.025)
  const high = quantile(sorted, 0.975)
  return { value, low: Number.isFinite(low) ? low : null, high: Number.isFinite(high) ? high : null }
}
