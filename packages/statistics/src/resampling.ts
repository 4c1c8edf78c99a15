import type { Bounds, MeanEstimate } from '@cges-fleet/core'
import { expandedTail, percentileInterval } from './descriptive.js'

/** How many resamples drew the pseudo-question that one of two methods won, and the one it lost. */
type PseudoPairs = { readonly won: Float64Array; readonly lost: Float64Array }

/**
 * Every column's totals over the same resamples of questions, so that differences between columns stay paired. Two
 * pseudo-questions without any content but one pair won and one pair lost are drawn with the others (see
 * pairedInterval).
 */
export type Resampling = {
  readonly totals: ReadonlyMap<Float64Array, Float64Array>
  readonly pseudo: PseudoPairs
}

/** Resamples questions for columns of sums by question; a column that contains NaN is left out. */
export function resample(columns: readonly Float64Array[], resamples: number, next: () => number): Resampling {
  const known = columns.filter((column) => column.every((value) => !Number.isNaN(value)))
  const { distinct, places } = distinctColumns(known)
  const questions = columns[0]?.length ?? 0
  const pseudo = [0, 1].map((place) => unit(questions + place, questions + 2))
  const drawn = resampleClusters([...distinct.map(padded), ...pseudo], resamples, next)
  const won = drawn.at(-2) ?? new Float64Array()
  const lost = drawn.at(-1) ?? new Float64Array()
  const totals = known.map((column, at) => [column, drawn[places[at] ?? 0] ?? new Float64Array()] as const)
  return { totals: new Map(totals), pseudo: { won, lost } }
}

/**
 * Returns Σ numerator / Σ denominator with its interval, as wide as Student's; null if a part is not known or there is nothing to divide by.
 */
export function ratioEstimate(
  { totals }: Resampling,
  numerator: Float64Array,
  denominator: Float64Array,
): MeanEstimate | null {
  const above = totals.get(numerator)
  const below = totals.get(denominator)
  if (above === undefined || below === undefined) return null
  const interval = percentileInterval(above, below, tailOf(denominator))
  return interval === null ? null : { value: sum(numerator) / sum(denominator), ...interval }
}

/**
 * Returns Σ numerator / Σ denominator, which lies in `range` for every question, with an interval that holds its level with
 * few questions: two questions of the mean size are drawn with the others, one at either end of the range. Without them
 * the interval of thirty questions with replicates covers 84 % instead of 95. Null as ratioEstimate. Sources: Agresti and
 * Coull (1998) for adding one success and one failure to a share's two; here before resampling, as in pairedInterval.
 */
export function boundedEstimate(
  { totals, pseudo }: Resampling,
  [numerator, denominator]: readonly [Float64Array, Float64Array],
  range: Bounds,
): MeanEstimate | null {
  const above = totals.get(numerator)
  const below = totals.get(denominator)
  if (above === undefined || below === undefined) return null
  const questions = counted(denominator)
  if (questions === 0) return null
  const size = sum(denominator) / questions
  const { won, lost } = pseudo
  const more = (at: number) => size * (range.high * (won[at] ?? 0) + range.low * (lost[at] ?? 0))
  const interval = percentileInterval(
    above.map((value, at) => value + more(at)),
    below.map((value, at) => value + size * ((won[at] ?? 0) + (lost[at] ?? 0))),
  )
  if (interval === null) return null
  const value = sum(numerator) / sum(denominator)
  return { value, low: Math.min(value, interval.low), high: Math.max(value, interval.high) }
}

/** Returns (Σ a − Σ b) / Σ denominator with its interval, as ratioEstimate does. */
export function differenceEstimate(
  resampling: Resampling,
  [a, b]: readonly [Float64Array, Float64Array],
  denominator: Float64Array,
): MeanEstimate | null {
  const found = differenceTotals(resampling, [a, b], denominator)
  const interval = found === null ? null : percentileInterval(found.above, found.below, tailOf(denominator))
  return interval === null ? null : { value: (sum(a) - sum(b)) / sum(denominator), ...interval }
}

/**
 * Returns the interval of a difference in accuracy, a − b: as differenceEstimate, with one pair won and one lost added.
 * Without them methods that never differed on thirty questions would count as equal with certainty; with one replicate
 * this is Bonett and Price's adjustment. Source: Bonett and Price, Adjusted Wald confidence interval for a difference
 * of binomial proportions based on paired data (2012).
 */
export function pairedInterval(
  resampling: Resampling,
  [a, b]: readonly [Float64Array, Float64Array],
  pairs: Float64Array,
): Bounds | null {
  const found = pairedTotals(resampling, [a, b], pairs)
  return found === null ? null : percentileInterval(found.above, found.below, tailOf(pairs))
}

function tailOf(denominator: Float64Array): number {
  return expandedTail(counted(denominator))
}

/** How many questions have anything to divide by. */
function counted(denominator: Float64Array): number {
  return denominator.filter((each) => each > 0).length
}

/** The numerator and denominator of a difference, by resample. */
type DifferenceTotals = { readonly above: Float64Array; readonly below: Float64Array }

/** Gives the totals of a − b and of the denominator by resample; null if a column is not known. */
export function differenceTotals(
  { totals }: Resampling,
  [a, b]: readonly [Float64Array, Float64Array],
  denominator: Float64Array,
): DifferenceTotals | null {
  const first = totals.get(a)
  const second = totals.get(b)
  const below = totals.get(denominator)
  if (first === undefined || second === undefined || below === undefined) return null
  return { above: first.map((value, at) => value - (second[at] ?? 0)), below }
}

/** Gives the totals of a difference in accuracy by resample, with pairedInterval's pair won and pair lost. */
export function pairedTotals(
  resampling: Resampling,
  columns: readonly [Float64Array, Float64Array],
  pairs: Float64Array,
): DifferenceTotals | null {
  const found = differenceTotals(resampling, columns, pairs)
  if (found === null) return null
  const { won, lost } = resampling.pseudo
  return {
    above: found.above.map((value, at) => value + (won[at] ?? 0) - (lost[at] ?? 0)),
    below: found.below.map((value, at) => value + (won[at] ?? 0) + (lost[at] ?? 0)),
  }
}

function padded(column: Float64Array): Float64Array {
  const longer = new Float64Array(column.length + 2)
  longer.set(column)
  return longer
}

function unit(place: number, length: number): Float64Array {
  const column = new Float64Array(length)
  column[place] = 1
  return column
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

/**
 * Draws as many clusters (questions) as there are, with replacement, `resamples` times, and returns the total of each
 * column over them: one Float64Array of length `resamples` a column. Columns hold one sum a cluster, in equal order, so
 * what belongs to one question stays together: replicates, and methods that read the same samples. `next` gives numbers
 * in [0, 1). O(resamples × clusters × columns).
 * Source: Efron, Bootstrap methods: another look at the jackknife (1979); Davison and Hinkley, Bootstrap methods and
 * their application (1997), § 3.8, on clusters.
 */
export function resampleClusters(
  columns: readonly Float64Array[],
  resamples: number,
  next: () => number,
): Float64Array[] {
  const clusters = columns[0]?.length ?? 0
  const totals = columns.map(() => new Float64Array(resamples))
  const times = new Float64Array(clusters)
  const empty = new Float64Array(clusters)
  for (let resample = 0; resample < resamples; resample += 1) {
    times.fill(0)
    for (let drawn = 0; drawn < clusters; drawn += 1) {
      const cluster = Math.floor(next() * clusters)
      times[cluster] = (times[cluster] ?? 0) + 1
    }
    for (let at = 0; at < columns.length; at += 4) {
      const four = sumsOfFour(
        times,
        [at, at + 1, at + 2, at + 3].map((place) => columns[place] ?? empty),
      )
      for (const [place, sum] of four.entries()) {
        const total = totals[at + place]
        if (total !== undefined) total[resample] = sum
      }
    }
  }
  return totals
}

/**
 * Sums the products with each of four columns. Every sum adds in the same order as by itself, and to the last bit gives
 * the same; but no addition waits for one to another sum, which is where the time goes.
 */
function sumsOfFour(
  times: Float64Array,
  [a = times, b = times, c = times, d = times]: readonly Float64Array[],
): number[] {
  let first = 0
  let second = 0
  let third = 0
  let fourth = 0
  for (let at = 0; at < times.length; at += 1) {
    const weight = times[at] ?? 0
    first += weight * (a[at] ?? 0)
    second += weight * (b[at] ?? 0)
    third += weight * (c[at] ?? 0)
    fourth += weight * (d[at] ?? 0)
  }
  return [first, second, third, fourth]
}

/** Finds the columns that differ, and the place of each column among them: the trials of every method are drawn once. */
export function distinctColumns(columns: readonly Float64Array[]): {
  readonly distinct: Float64Array[]
  readonly places: number[]
} {
  const distinct: Float64Array[] = []
  const places = columns.map((column) => {
    const place = distinct.findIndex((other) => other.every((value, at) => value === column[at]))
    return place === -1 ? distinct.push(column) - 1 : place
  })
  return { distinct, places }
}
