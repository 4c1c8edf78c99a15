import { methodLabel, type MethodSpec, type SeededRandom, seededRandom } from '@cges-fleet/methods'
import { accuracyAt, areaUnder, callsAt, type LinePoint, quantile } from '@cges-fleet/statistics'
import { pluralityAt, type SweepInput, type SweptQuestions, sweepQuestions, sweptIn } from './swept-questions.js'

/** A figure with the 95 % interval of resampled questions; `value` is null if the line never comes to it. */
export interface FrontierFigure {
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
}

/** What a method can give for how much of a cost, whatever its threshold. */
export interface FrontierFigures {
  /** The mean accuracy over all costs from that of one call to that of the budget drawn whole; no threshold is chosen for it. */
  readonly area: FrontierFigure
  /** The accuracy at a quarter of the whole budget's cost. */
  readonly atQuarter: FrontierFigure
  /** The cost at which it comes to within half a point of SC at the budget; found on the labels it is judged by. */
  readonly toSc: FrontierFigure
}

/** A method at every value of its own threshold; its own figures are by calls. */
export interface Frontier extends FrontierFigures {
  readonly label: string
  readonly parameter: string
  /** Tokens are null if the log does not tell those of every sample. */
  readonly points: readonly (LinePoint & { readonly at: number; readonly tokens: number | null })[]
  /** The same by tokens generated; null if the log does not tell those of every sample. */
  readonly byTokens: FrontierFigures | null
}

type Cost = 'calls' | 'tokens'

/** One call, which every rule could give, the method at each of its values, and the vote of the whole budget. */
type Swept = Readonly<Record<'first' | 'values' | 'whole', SweptQuestions>>

const RESAMPLES = 1000
const CLOSE = 0.005

/** Sweeps a method's own threshold; null if it has none or the samples end before it does. The same input, the same figures. */
export function frontierOf(spec: MethodSpec, input: SweepInput): Frontier | null {
  const found = sweptIn(spec, input)
  const { onShare, ...still } = input
  const values = sweepQuestions(spec, { ...still, onShare: (share) => onShare?.(share / 2) })
  const first = pluralityAt(1, still)
  const whole = pluralityAt(spec.budget, still)
  if (found === null || values === null || first === null || whole === null) return null
  const swept = { first, values, whole }
  const isTold = Object.values(swept).every(({ tokens }) =>
    tokens.every((each) => !each.some((sum) => Number.isNaN(sum))),
  )
  const random = seededRandom('frontier')
  const draws = Array.from({ length: RESAMPLES }, (_, at) => {
    onShare?.((1 + at / RESAMPLES) / 2)
    const weights = resampled(input.recordings.length, random)
    return { calls: read(swept, 'calls', weights), tokens: isTold ? read(swept, 'tokens', weights) : null }
  })
  const byTokens = draws.flatMap(({ tokens }) => tokens ?? [])
  return {
    label: methodLabel(spec),
    parameter: found.parameter,
    points: found.values.map((at, place) => ({
      at,
      ...pointOf(values, place, 'calls', null),
      tokens: isTold ? pointOf(values, place, 'tokens', null).calls : null,
    })),
    ...figuresOf(
      read(swept, 'calls', null),
      draws.map(({ calls }) => calls),
    ),
    byTokens: isTold ? figuresOf(read(swept, 'tokens', null), byTokens) : null,
  }
}

type Read = Readonly<Record<keyof FrontierFigures, number | null>>

function read(swept: Swept, cost: Cost, weights: ArrayLike<number> | null): Read {
  const line = lineOf(swept, cost, weights)
  const from = pointOf(swept.first, 0, cost, weights).calls
  const sc = pointOf(swept.whole, 0, cost, weights)
  return {
    area: areaUnder(line, sc.calls, from),
    atQuarter: accuracyAt(line, sc.calls / 4),
    toSc: callsAt(line, sc.accuracy - CLOSE),
  }
}

function figuresOf(own: Read, draws: readonly Read[]): FrontierFigures {
  const figure = (name: keyof FrontierFigures) =>
    withInterval(
      own[name],
      draws.map((draw) => draw[name]),
    )
  return { area: figure('area'), atQuarter: figure('atQuarter'), toSc: figure('toSc') }
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

/** One call and then the method's own points; of equal costs the better. */
function lineOf({ first, values }: Swept, cost: Cost, weights: ArrayLike<number> | null): LinePoint[] {
  const own = values.values.map((_, place) => pointOf(values, place, cost, weights))
  const byCost = new Map<number, number>()
  for (const { calls, accuracy } of [pointOf(first, 0, cost, weights), ...own])
    byCost.set(calls, Math.max(accuracy, byCost.get(calls) ?? 0))
  return [...byCost].map(([calls, accuracy]) => ({ calls, accuracy })).toSorted((a, b) => a.calls - b.calls)
}

function pointOf(swept: SweptQuestions, place: number, cost: Cost, weights: ArrayLike<number> | null): LinePoint {
  return { calls: meanOf(swept[cost][place] ?? [], weights), accuracy: meanOf(swept.right[place] ?? [], weights) }
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
