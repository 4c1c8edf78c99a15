import { seededRandom } from '@cges-fleet/methods'
import { pairedInterval, ratioEstimate, resample } from '@cges-fleet/statistics'
import type { Recording } from '../recording.js'
import type { SweptQuestions } from './swept-questions.js'

/** A threshold chosen on half of the questions, with its figures on the others; shares, and calls a question. */
export interface BestThreshold {
  readonly at: number
  /** What other random halves choose, in 95 % of them: far apart, the choice is the half's as much as the model's. */
  readonly elsewhere: { readonly low: number; readonly high: number }
  /** Whether it comes within half a point of the whole vote where it was chosen; else it is the most accurate there. */
  readonly qualified: boolean
  readonly chosenOn: number
  readonly checkedOn: number
  readonly calls: number
  /** The 95 % interval of its calls; null if it cannot be computed. */
  readonly callsInterval: { readonly low: number; readonly high: number } | null
  readonly accuracy: number
  readonly scAccuracy: number
  /** The 95 % interval of the difference between both; null if it cannot be computed. */
  readonly difference: { readonly low: number; readonly high: number } | null
}

/** Fewer questions in a half choose by chance. */
const LEAST_QUESTIONS = 10
const CLOSE = 0.005
const RESAMPLES = 1000
const OTHER_HALVES = 200

/**
 * Chooses the cheapest value that comes within half a point of the whole vote, on a random half of the questions, and
 * measures it on the others, whose labels it has not seen. Null with too few questions.
 */
export function bestThreshold(
  values: SweptQuestions,
  whole: SweptQuestions,
  recordings: readonly Recording[],
): BestThreshold | null {
  const ids = [...new Set(recordings.map(({ id }) => id))]
  const half = Math.floor(ids.length / 2)
  if (half < LEAST_QUESTIONS) return null
  const drawn = seededRandom('threshold')
  const halved = () => inHalf(recordings, drawn.shuffle(ids).slice(0, half))
  const { taken, rest } = halved()
  const chosen = choose(values, whole, taken)
  const others = Array.from({ length: OTHER_HALVES }, () =>
    valueAt(values, choose(values, whole, halved().taken).place),
  ).toSorted((a, b) => a - b)
  const right = columnOf(values.right[chosen.place], rest)
  const sc = columnOf(whole.right[0], rest)
  const pairs = new Float64Array(rest.length).fill(1)
  const calls = columnOf(values.calls[chosen.place], rest)
  const resampling = resample([right, sc, pairs, calls], RESAMPLES, seededRandom('threshold check').next)
  return {
    at: valueAt(values, chosen.place),
    elsewhere: { low: others[OTHER_HALVES / 40] ?? 0, high: others[OTHER_HALVES - OTHER_HALVES / 40 - 1] ?? 0 },
    qualified: chosen.qualified,
    chosenOn: half,
    checkedOn: ids.length - half,
    calls: meanOf(calls),
    callsInterval: boundsOf(ratioEstimate(resampling, calls, pairs)),
    accuracy: meanOf(right),
    scAccuracy: meanOf(sc),
    difference: pairedInterval(resampling, [right, sc], pairs),
  }
}

/** The places of the recordings of some questions, and of the rest. */
function inHalf(recordings: readonly Recording[], ids: readonly string[]) {
  const half = new Set(ids)
  const places = [...recordings.keys()]
  const isTaken = (place: number) => half.has(recordings[place]?.id ?? '')
  return { taken: places.filter(isTaken), rest: places.filter((place) => !isTaken(place)) }
}

function valueAt({ values }: SweptQuestions, place: number): number {
  return values[place] ?? 0
}

function choose(values: SweptQuestions, whole: SweptQuestions, places: readonly number[]) {
  const least = meanOf(columnOf(whole.right[0], places)) - CLOSE - 1e-9
  const points = values.values.map((_, place) => ({
    place,
    accuracy: meanOf(columnOf(values.right[place], places)),
    calls: meanOf(columnOf(values.calls[place], places)),
  }))
  const [cheapest] = points.filter(({ accuracy }) => accuracy >= least).toSorted((a, b) => a.calls - b.calls)
  const [surest] = points.toSorted((a, b) => b.accuracy - a.accuracy || a.calls - b.calls)
  return { place: (cheapest ?? surest)?.place ?? 0, qualified: cheapest !== undefined }
}

function boundsOf(estimate: BestThreshold['callsInterval']): BestThreshold['callsInterval'] {
  return estimate === null ? null : { low: estimate.low, high: estimate.high }
}

function columnOf(values: Float64Array | undefined, places: readonly number[]): Float64Array {
  return Float64Array.from(places, (place) => values?.[place] ?? 0)
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
