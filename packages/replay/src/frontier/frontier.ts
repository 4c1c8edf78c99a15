import {
  isTrialMethod,
  methodLabel,
  type MethodSpec,
  nextStop,
  type SeededRandom,
  seededRandom,
} from '@cges-fleet/methods'
import {
  accuracyAt,
  areaUnder,
  callsAt,
  type LinePoint,
  quantile,
  studentLimit,
  studentP,
} from '@cges-fleet/statistics'
import { type BestThreshold, bestThreshold } from './best-threshold.js'
import { pluralityAt, type SweepInput, sweepQuestions, sweptIn, type SweptQuestions } from './swept-questions.js'

/** A figure with the 95 % interval of resampled questions; `value` is null if the line never comes to it. */
export interface FrontierFigure {
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
}

/** The accuracy a method can reach at each cost, over all thresholds. */
export interface FrontierStatistics {
  /** The mean accuracy over all costs from that of one call to that of the budget drawn whole; no threshold is chosen for it. */
  readonly area: FrontierFigure
  /** The accuracy at a quarter of the whole budget's cost. */
  readonly atQuarter: FrontierFigure
  /** The cost at which it comes to within half a point of SC at the budget; found on the labels it is judged by. */
  readonly toSc: FrontierFigure
}

/** A method's figures at its own value of the swept parameter; tokens are null if the log does not tell. */
export type AsRun = Readonly<Record<'accuracy' | 'calls', FrontierFigure>> &
  Readonly<Record<'tokens' | 'sequential', FrontierFigure | null>>

/** A method at every value of its own threshold; its own figures are by calls. */
export interface Frontier extends FrontierStatistics {
  readonly label: string
  readonly parameter: string
  readonly own: AsRun
  /**
   * Its area less that of the first method swept, on the same resamples, and the chance of a difference this large if there
   * is none (two-sided, Student's t; not adjusted for how many are compared); null for the first.
   */
  readonly overFirst: Readonly<Record<'value' | 'low' | 'high' | 'p', number>> | null
  /** Its best value, held out: null with too few questions. */
  readonly best: BestThreshold | null
  /** Tokens are null if the log does not tell those of every sample; `sequential` are those that come one after another. */
  readonly points: readonly (LinePoint & { readonly at: number } & Readonly<
      Record<'tokens' | 'sequential', number | null>
    >)[]
  /** The same by tokens generated; null if the log does not tell those of every sample. */
  readonly byTokens: FrontierStatistics | null
  /**
   * By tokens that come one after another, the time with enough slots. The whole budget drawn at once takes few of them, so
   * nothing is read off between one call and that; null as for tokens, and for rules that decide sets of questions.
   */
  readonly bySequential: Pick<FrontierStatistics, 'toSc'> | null
}

const COSTS = ['calls', 'tokens', 'sequential'] as const
type Cost = (typeof COSTS)[number]

/** One call, which every rule could give, the method at each of its values, and the vote of the whole budget. */
type Swept = Readonly<Record<'one' | 'values' | 'whole', SweptQuestions>>

const RESAMPLES = 1000
const CLOSE = 0.005

/**
 * Sweeps methods' own thresholds on the same recordings, one method per call, so that each can be compared with the
 * first. Null for one that has none or whose samples end before it does. The same calls give the same figures.
 */
export function frontiers(): (spec: MethodSpec, input: SweepInput) => Frontier | null {
  let first: SweepRead | null = null
  return (spec, input) => {
    const { onShare, ...still } = input
    const found = sweptIn(spec, input.recordings)
    const values = sweepQuestions(spec, { ...still, onShare: (share) => onShare?.(share / 2) })
    const one = pluralityAt(1, still)
    const whole = pluralityAt(spec.budget, still)
    if (found === null || values === null || one === null || whole === null) return null
    const swept = { one, values, whole }
    const random = seededRandom('frontier')
    const reader = readerOf(swept, found.values.indexOf(found.configured), callsRange(spec))
    const read = reader(null)
    const draws = Array.from({ length: RESAMPLES }, (_, at) => {
      onShare?.((1 + at / RESAMPLES) / 2)
      return reader(resampled(input.recordings.length, random))
    })
    const overFirst = first === null ? null : difference({ read, draws }, first, input.recordings.length)
    first ??= { read, draws }
    return {
      label: methodLabel(spec),
      parameter: found.parameter,
      points: pointsOf(swept, found.values),
      best: bestThreshold(values, whole, input.recordings),
      ...statisticsOf(read, draws),
      overFirst,
    }
  }
}

/** What is read off one resample by one cost; null for what it never comes to, or what the log does not tell. */
type ByCost = Readonly<Record<keyof FrontierStatistics | 'cost', number | null>>
type Read = Readonly<Record<Cost, ByCost>> & Readonly<Record<'accuracy' | 'share', number>>

/** A sweep read on all its questions, and on each resample of them. */
type SweepRead = { readonly read: Read; readonly draws: readonly Read[] }

const UNKNOWN: ByCost = { area: null, atQuarter: null, toSc: null, cost: null }

/** Reads a sweep on a resample of its questions, or on all as they are. */
function readerOf(swept: Swept, configuredAt: number, range: Range): (weights: ArrayLike<number> | null) => Read {
  const known = new Set(COSTS.filter((cost) => tells(swept, cost)))
  return (weights) => {
    const by = (cost: Cost): ByCost => {
      if (!known.has(cost)) return UNKNOWN
      const line = lineOf(swept, cost, weights)
      const from = pointOf(swept.one, 0, cost, weights).calls
      const sc = pointOf(swept.whole, 0, cost, weights)
      const isBetween = cost !== 'sequential'
      return {
        area: isBetween ? areaUnder(line, sc.calls, from) : null,
        atQuarter: isBetween ? accuracyAt(line, sc.calls / 4) : null,
        toSc: callsAt(line, sc.accuracy - CLOSE),
        cost: meanOf(swept.values[cost][configuredAt] ?? [], weights, cost === 'calls' ? range : null),
      }
    }
    return {
      calls: by('calls'),
      tokens: by('tokens'),
      sequential: by('sequential'),
      accuracy: pointOf(swept.values, configuredAt, 'calls', weights).accuracy,
      share: shareOf(weights),
    }
  }
}

function tells(swept: Swept, cost: Cost): boolean {
  return Object.values(swept).every((each) => each[cost].every((sums) => !sums.some((sum) => Number.isNaN(sum))))
}

function pointsOf(swept: Swept, values: readonly number[]): Frontier['points'] {
  const at = (place: number, cost: Cost) => (tells(swept, cost) ? pointOf(swept.values, place, cost, null).calls : null)
  return values.map((value, place) => ({
    at: value,
    ...pointOf(swept.values, place, 'calls', null),
    tokens: at(place, 'tokens'),
    sequential: at(place, 'sequential'),
  }))
}

function statisticsOf(
  read: Read,
  draws: readonly Read[],
): FrontierStatistics & Pick<Frontier, 'own' | 'byTokens' | 'bySequential'> {
  const figure = (of: (one: Read) => number | null) => withInterval(of(read), draws.map(of))
  const by = (cost: Cost) => ({
    area: figure((one) => one[cost].area),
    atQuarter: figure((one) => one[cost].atQuarter),
    toSc: figure((one) => one[cost].toSc),
  })
  const isKnown = (cost: Cost) => read[cost].cost !== null
  const own = (cost: Cost) => figure((one) => one[cost].cost)
  return {
    own: {
      accuracy: figure((one) => one.accuracy),
      calls: own('calls'),
      tokens: isKnown('tokens') ? own('tokens') : null,
      sequential: isKnown('sequential') ? own('sequential') : null,
    },
    ...by('calls'),
    byTokens: isKnown('tokens') ? by('tokens') : null,
    bySequential: isKnown('sequential') ? { toSc: figure((one) => one.sequential.toSc) } : null,
  }
}

/**
 * The areas of two methods on the same resamples, subtracted. The interval is Student's, by the spread of the resamples: with thirty
 * questions a percentile interval covers 92 % instead of 95.
 */
function difference(one: SweepRead, other: SweepRead, questions: number): NonNullable<Frontier['overFirst']> {
  const draws = one.draws.map((draw, at) => less(draw, other.draws[at]))
  const value = less(one.read, other.read)
  const mean = draws.reduce((sum, each) => sum + each, 0) / draws.length
  const degrees = Math.max(1, questions - 1)
  // A bootstrap divides by n where a sample's variance is divided by n − 1.
  const spread = Math.sqrt(
    (draws.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (draws.length - 1)) * (1 + 1 / degrees),
  )
  const width = studentLimit(degrees) * spread
  const p = spread > 0 ? studentP(value / spread, degrees) : value === 0 ? 1 : 0
  return { value, low: value - width, high: value + width, p }
}

/** Over the questions alone: those added are the same in both, and would only shrink what differs. */
function less(one: Read | undefined, other: Read | undefined): number {
  return ((one?.calls.area ?? 0) - (other?.calls.area ?? 0)) / (one?.share ?? 1)
}

/** The share of a resample that is of the questions themselves, and not of the two added. */
function shareOf(weights: ArrayLike<number> | null): number {
  if (weights === null) return 1
  const all = Array.from(weights).reduce((sum, weight) => sum + weight, 0)
  return 1 - ((weights[weights.length - 1] ?? 0) + (weights[weights.length - 2] ?? 0)) / all
}

/**
 * How often each question is in one resample of as many and two more, which stand at the end: one is right whatever is
 * drawn and one wrong, without which few questions have too narrow an interval (see `boundedEstimate`).
 */
function resampled(questions: number, random: SeededRandom): Uint16Array {
  const count = questions + 2
  const weights = new Uint16Array(count)
  for (let at = 0; at < count; at += 1) {
    const drawn = random.int(0, count - 1)
    weights[drawn] = (weights[drawn] ?? 0) + 1
  }
  return weights
}

/** One call and then the method's own points; of equal costs the better. */
function lineOf({ one, values }: Swept, cost: Cost, weights: ArrayLike<number> | null): LinePoint[] {
  const points = values.values.map((_, place) => pointOf(values, place, cost, weights))
  const byCost = new Map<number, number>()
  for (const { calls, accuracy } of [pointOf(one, 0, cost, weights), ...points])
    byCost.set(calls, Math.max(accuracy, byCost.get(calls) ?? 0))
  return [...byCost].map(([calls, accuracy]) => ({ calls, accuracy })).toSorted((a, b) => a.calls - b.calls)
}

/** The costs are those of the questions alone, so that the questions added move no point along the line. */
function pointOf(swept: SweptQuestions, place: number, cost: Cost, weights: ArrayLike<number> | null): LinePoint {
  return {
    calls: meanOf(swept[cost][place] ?? [], weights),
    accuracy: meanOf(swept.right[place] ?? [], weights, { low: 0, high: 1 }),
  }
}

/** A mean over a resample; with `range`, over the two questions too that stand at its ends. */
function meanOf(values: ArrayLike<number>, weights: ArrayLike<number> | null, range: Range | null = null): number {
  let [sum, drawn] = [0, 0]
  for (let at = 0; at < values.length; at += 1) {
    const weight = weights === null ? 1 : (weights[at] ?? 0)
    sum += (values[at] ?? 0) * weight
    drawn += weight
  }
  if (weights === null || range === null) return sum / drawn
  const [right, wrong] = [weights[values.length] ?? 0, weights[values.length + 1] ?? 0]
  return (sum + right * range.high + wrong * range.low) / (drawn + right + wrong)
}

/** The fewest and the most calls that a question can be charged. */
function callsRange(spec: MethodSpec): Range {
  return { low: isTrialMethod(spec) ? Math.min(spec.budget, nextStop(spec, 0)) : 1, high: spec.budget }
}

type Range = { readonly low: number; readonly high: number }

/** A resample that never reaches it counts as infinitely many: an interval may be open above. */
function withInterval(value: number | null, draws: readonly (number | null)[]): FrontierFigure {
  const sorted = draws.map((draw) => draw ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b)
  const low = quantile(sorted, 0.025)
  const high = quantile(sorted, 0.975)
  return { value, low: Number.isFinite(low) ? low : null, high: Number.isFinite(high) ? high : null }
}
