import type {
  AverageDifference,
  ComparedDifference,
  ComparisonStatistics,
  MeanEstimate,
  PairedCounts,
  ShareEstimate,
} from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { expandedTail, percentileInterval } from './descriptive.js'
import { DEFAULT_MARGIN, RESAMPLES } from './evaluation/evaluation-statistics.js'
import {
  differenceEstimate,
  differenceTotals,
  pairedInterval,
  pairedTotals,
  resample,
  type Resampling,
} from './resampling.js'
import { holm, judgeDifference, minimumDetectableEffect, signFlipTest } from './significance.js'

/** Two sides of different evaluations, or two methods of one, with what they share. */
export type ComparedSides = Pick<ComparedDifference, 'evaluation' | 'method' | 'base' | 'baseMethod'> & {
  readonly groups: readonly PairedGroup[]
}

export type SidesOptions = {
  /** Whether each side is compared within its own evaluation, so that a method can be averaged over evaluations. */
  readonly within: boolean
  /** The pool of each evaluation: a method is averaged over those of one pool, if all of them have it. */
  readonly pools: Readonly<Record<string, string>>
  /** How often questions are drawn again; 10,000 unless given. */
  readonly resamples?: number
}

/** One number a question; the base's are all 0, since groups tell differences alone. */
type Columns = {
  readonly correct: Float64Array
  readonly calls: Float64Array
  readonly trials: Float64Array
  readonly zero: Float64Array
}

type Drawn = { readonly sides: ComparedSides; readonly columns: Columns; readonly resampling: Resampling }

/**
 * Judges differences between sides on the questions they share: paired bootstrap intervals over questions, exact tests, Holm over all
 * of them. Within evaluations a method's average over them is a stratified bootstrap: each evaluation's questions are drawn again by
 * themselves. Deterministic: chance comes from a fixed seed. O(10,000 × questions × sides).
 */
export function compareSides(all: readonly ComparedSides[], options: SidesOptions): ComparisonStatistics {
  const { next } = seededRandom('comparison')
  const resamples = options.resamples ?? RESAMPLES
  const drawn = strataOf(all, options).flatMap((stratum) => drawStratum(stratum, { resamples, next }))
  const tests = drawn.map(({ columns }) => signFlipTest([...columns.correct], next))
  const adjusted = holm(tests.map(({ p }) => p))
  const pairs = drawn.flatMap((each, at) => {
    const test = tests[at]
    return test === undefined ? [] : differenceOf(each, { ...test, holmP: adjusted[at] ?? 1 })
  })
  const order = new Map(all.map((sides, at) => [placeOf(sides), at]))
  return {
    margin: DEFAULT_MARGIN,
    resamples,
    pairs: pairs.toSorted((a, b) => (order.get(placeOf(a)) ?? 0) - (order.get(placeOf(b)) ?? 0)),
    averages: options.within ? averagesOf(drawn, { ...options, resamples }) : [],
  }
}

function placeOf({ evaluation, method, base, baseMethod }: Omit<ComparedSides, 'groups'>): string {
  return [evaluation, method, base, baseMethod].join(' ')
}

/**
 * Groups the pairs that may be resampled together: those with equally many questions and, within evaluations, of the
 * same one, so that strata stay independent.
 */
function strataOf(all: readonly ComparedSides[], { within }: SidesOptions): ComparedSides[][] {
  const strata = new Map<string, ComparedSides[]>()
  for (const sides of all) {
    const questions = sides.groups.reduce((sum, group) => sum + group.questions, 0)
    const key = `${within ? sides.evaluation : ''} ${questions}`
    if (questions > 0) strata.set(key, [...(strata.get(key) ?? []), sides])
  }
  return [...strata.values()]
}

function drawStratum(
  stratum: readonly ComparedSides[],
  options: { readonly resamples: number; readonly next: () => number },
): Drawn[] {
  const listed = stratum.map((sides) => ({ sides, columns: columnsOf(sides.groups) }))
  const resampling = resample(
    listed.flatMap(({ columns }) => Object.values(columns)),
    options.resamples,
    options.next,
  )
  return listed.map((each) => ({ ...each, resampling }))
}

function columnsOf(groups: readonly PairedGroup[]): Columns {
  const spread = (value: (group: PairedGroup) => number) =>
    Float64Array.from(groups.flatMap((group) => Array<number>(group.questions).fill(value(group))))
  const trials = spread((group) => group.trials)
  return {
    correct: spread((group) => group.correctDifference),
    calls: spread((group) => group.callsDifference),
    trials,
    zero: new Float64Array(trials.length),
  }
}

function differenceOf(
  { sides, columns, resampling }: Drawn,
  { p, midP, exact, holmP }: Pick<ComparedDifference, 'p' | 'midP' | 'exact' | 'holmP'>,
): ComparedDifference[] {
  const { correct, calls, trials, zero } = columns
  const interval = pairedInterval(resampling, [correct, zero], trials)
  const callsFound = differenceEstimate(resampling, [calls, zero], trials)
  if (interval === null || callsFound === null) return []
  const { groups: _groups, ...names } = sides
  return [
    {
      ...names,
      accuracy: { value: total(correct) / total(trials), ...interval },
      calls: callsFound,
      p,
      midP,
      exact,
      holmP,
      minimumDetectable: minimumDetectableEffect([...correct], total(trials)),
      judgement: judgeDifference({ ...interval, holmP }, DEFAULT_MARGIN),
    },
  ]
}

/**
 * The mean over a pool's evaluations of each resample's difference; only of methods that all of them have. The interval is as wide as the
 * evaluation with the fewest questions needs.
 */
function averagesOf(
  drawn: readonly Drawn[],
  { pools, resamples }: SidesOptions & { readonly resamples: number },
): AverageDifference[] {
  const poolOf = ({ sides: { evaluation } }: Drawn) => pools[evaluation] ?? ''
  const nameOf = (each: Drawn) => `${each.sides.method} ${each.sides.baseMethod} ${poolOf(each)}`
  return drawn.flatMap((first, at): AverageDifference[] => {
    const pool = poolOf(first)
    const evaluations = Object.values(pools).filter((each) => each === pool).length
    const ofMethod = drawn.filter((each) => nameOf(each) === nameOf(first))
    if (drawn.findIndex((each) => nameOf(each) === nameOf(first)) < at || ofMethod.length !== evaluations) return []
    const accuracy = meanOver(ofMethod, 'correct', resamples)
    const calls = meanOver(ofMethod, 'calls', resamples)
    if (accuracy === null || calls === null) return []
    const { method, baseMethod } = first.sides
    return [{ pool, method, baseMethod, evaluations, accuracy, calls }]
  })
}

function meanOver(ofMethod: readonly Drawn[], part: 'correct' | 'calls', resamples: number): MeanEstimate | null {
  const sums = new Float64Array(resamples)
  let value = 0
  for (const { columns, resampling } of ofMethod) {
    const totals = part === 'correct' ? pairedTotals : differenceTotals
    const found = totals(resampling, [columns[part], columns.zero], columns.trials)
    if (found === null) return null
    for (let at = 0; at < resamples; at += 1)
      sums[at] = (sums[at] ?? 0) + (found.above[at] ?? 0) / (found.below[at] ?? 0)
    value += total(columns[part]) / total(columns.trials)
  }
  const fewest = Math.min(...ofMethod.map(({ columns }) => columns.trials.length))
  const interval = percentileInterval(sums, new Float64Array(resamples).fill(ofMethod.length), expandedTail(fewest))
  return interval === null ? null : { value: value / ofMethod.length, ...interval }
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/**
 * Gives the difference of two shares of independent samples, a − b, with its 95 % interval from those of the two
 * (square-and-add): for sides with no question in common, and wider than a paired one. Within [−1, 1]. Source:
 * Newcombe, Interval estimation for the difference between independent proportions (1998), method 10.
 */
export function unpairedDifference(a: ShareEstimate, b: ShareEstimate): MeanEstimate {
  const value = a.value - b.value
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  }
}

/** Adds up what two sides have in common: who is right where, and by how much they differ; null if they share no question. */
export function pairedCounts(groups: readonly PairedGroup[]): PairedCounts | null {
  const sum = (value: (group: PairedGroup) => number) => groups.reduce((total, group) => total + value(group), 0)
  const trials = sum((group) => group.trials * group.questions)
  if (trials === 0) return null
  const both = sum((group) => group.both)
  const onlyThis = sum((group) => group.thisCorrect) - both
  const onlyBase = sum((group) => group.baseCorrect) - both
  return {
    questions: sum((group) => group.questions),
    trials,
    both,
    onlyThis,
    onlyBase,
    neither: trials - both - onlyThis - onlyBase,
    accuracy: (onlyThis - onlyBase) / trials,
    calls: sum((group) => group.callsDifference * group.questions) / trials,
    baseCalls: sum((group) => group.baseCalls) / trials,
  }
}

/** Questions on which two sides differ by the same: sums over `questions` questions of `trials` trials each. */
export type PairedGroup = {
  /** Trials of each of these questions that both sides have verdicts on. */
  readonly trials: number
  /** On each of these questions, right trials of this side less those of the base. */
  readonly correctDifference: number
  /** The same of calls. */
  readonly callsDifference: number
  readonly questions: number
  /** Over all of these questions: trials right on both sides, on this, on the base; calls of the base. */
  readonly both: number
  readonly thisCorrect: number
  readonly baseCorrect: number
  readonly baseCalls: number
}
