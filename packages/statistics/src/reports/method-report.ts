import type { Bounds, LiveEstimate, MethodReport, ShareEstimate } from '@cges-fleet/core'
import {
  type Certification,
  isCertified,
  isTrialMethod,
  methodKey,
  methodLabel,
  nextStop,
  type ReportedSpec,
} from '@cges-fleet/methods'
import { certifiedReport } from './certified-report.js'
import { liveDifference } from '../live/live-difference.js'
import { liveAccuracy, liveCalls, overlap, within } from '../live/live-interval.js'
import { restrictedMean, survivalByCalls } from '../live/survival.js'
import { wilsonInterval } from '../proportions.js'

interface ByCalls {
  readonly calls: number
  readonly resolved: number
  readonly correct: number
  /** Generated in all of these calls; null or left out where that is not known. */
  readonly tokens?: number | null
}

/**
 * One method's counts over all `trials` of an evaluation. `byCalls`: the resolved, by the calls they were charged.
 * `blocked`: left open because a sample could not be drawn. `openByDepth`: neither resolved nor blocked, by samples
 * read (0: none yet). These three add up to `trials`. `leading`: of the open and unblocked, those with an answer that
 * leads; `leadingCorrect`: those where it is right. `started`: trials with at least one sample read.
 */
export type MethodTotals = {
  readonly trials: number
  readonly started: number
  readonly blocked: number
  readonly byCalls: readonly ByCalls[]
  readonly openByDepth: readonly { readonly depth: number; readonly trials: number }[]
  readonly leading: number
  readonly leadingCorrect: number
  /** Its counts on the closed prefix of the order while the evaluation runs; left out if that is no random sample. */
  readonly prefix?: MethodPrefix | null
  /** Calls spent on ranking questions by difficulty, if the method does. */
  readonly rankingCalls?: number
  /** The certified threshold, once it is fixed, and how many questions an evaluation has in a replicate. */
  readonly fixed?: Certification | null
  readonly questions?: number
}

/** Sums of the totals; the four counts are trials, `calls` the sum charged to the resolved. */
type Sums = {
  readonly resolved: number
  readonly correct: number
  readonly open: number
  readonly calls: number
}

/**
 * Reports a method's figures without bias while an evaluation runs: accuracy only if every trial that is not blocked
 * has an answer to count, calls as the estimate of their final mean, both within bounds no later result can leave
 * (calls: as long as no more trials become blocked). Pure; never NaN, null if unknown.
 */
export function methodReport(spec: ReportedSpec, totals: MethodTotals): MethodReport {
  const sums = sumUp(totals)
  const interim = sums.resolved + totals.blocked < totals.trials
  const survival = unresolvedAfter(spec, totals)
  const mean = interim ? restrictedMean(survival) : sums.calls / sums.resolved
  // DSC decides by difficulty, so what it has resolved is no fair sample of what it will be charged.
  const unknown = sums.resolved === 0 || (interim && !isTrialMethod(spec))
  const calls = unknown ? null : mean
  return {
    key: methodKey(spec),
    label: methodLabel(spec),
    spec,
    trials: totals.trials,
    resolved: sums.resolved,
    blocked: totals.blocked,
    rankingCalls: totals.rankingCalls ?? 0,
    certified: isCertified(spec) ? certifiedReport(spec, totals, sums, interim) : null,
    interim,
    accuracy: interim ? accuracyIfStopped(totals, sums) : shareOf(sums.correct, sums.resolved),
    live: interim
      ? liveEstimate(
          { ...totals, budget: spec.budget },
          { accuracy: accuracyBounds(totals, sums), calls: callsBounds(spec, totals, sums) },
        )
      : null,
    accuracyBounds: accuracyBounds(totals, sums),
    calls,
    callsBounds: callsBounds(spec, totals, sums),
    tokens: interim || sums.resolved === 0 ? null : tokensOf(totals, sums.resolved),
    savedAgainstSc: calls === null ? null : 1 - calls / spec.budget,
    unresolvedAfter: survival,
  }
}

function sumUp({ byCalls, openByDepth }: MethodTotals): Sums {
  return {
    resolved: byCalls.reduce((sum, each) => sum + each.resolved, 0),
    correct: byCalls.reduce((sum, each) => sum + each.correct, 0),
    open: openByDepth.reduce((sum, each) => sum + each.trials, 0),
    calls: byCalls.reduce((sum, each) => sum + each.calls * each.resolved, 0),
  }
}

/** The mean of a question's; null if the tokens of one are not known. */
function tokensOf({ byCalls }: MethodTotals, resolved: number): number | null {
  const sums = byCalls.flatMap(({ tokens }) => tokens ?? [])
  return sums.length < byCalls.length ? null : sums.reduce((sum, each) => sum + each, 0) / resolved
}

/** Easy questions resolve first, so the resolved alone would flatter: every open trial must count by its leader. */
function accuracyIfStopped(totals: MethodTotals, { resolved, correct, open }: Sums): ShareEstimate | null {
  const allStarted = totals.started >= totals.trials - totals.blocked
  if (!allStarted || totals.leading < open) return null
  return shareOf(correct + totals.leadingCorrect, resolved + open)
}

function shareOf(successes: number, n: number): ShareEstimate | null {
  return n === 0 ? null : { value: successes / n, ...wilsonInterval(successes, n), n }
}

function accuracyBounds({ trials }: MethodTotals, { resolved, correct }: Sums): Bounds {
  return trials === 0 ? { low: 0, high: 1 } : { low: correct / trials, high: (correct + trials - resolved) / trials }
}

function callsBounds(spec: ReportedSpec, { openByDepth }: MethodTotals, { resolved, open, calls }: Sums): Bounds {
  if (resolved + open === 0) return { low: leastCalls(spec, 0), high: spec.budget }
  const least = openByDepth.reduce((sum, { depth, trials }) => sum + trials * leastCalls(spec, depth), calls)
  return { low: least / (resolved + open), high: (calls + open * spec.budget) / (resolved + open) }
}

/** DSC may find a question easy, and charge one call for it, however many others drew. */
function leastCalls(spec: ReportedSpec, depth: number): number {
  return isTrialMethod(spec) ? Math.min(nextStop(spec, depth), spec.budget) : 1
}

/** A method's figures on the closed prefix: the first `closed` trials of the order. */
interface MethodPrefix {
  readonly closed: number
  /** Whether the evaluation's `until` ended it; false if left out. */
  readonly decided?: boolean
  /** Those it has resolved, by the calls they were charged. */
  readonly byCalls: readonly { readonly calls: number; readonly resolved: number; readonly correct: number }[]
  /** Those that its baseline has resolved too, with what it has right alone and wrong alone; null for a baseline. */
  readonly paired: {
    readonly baseline: string
    readonly resolved: number
    readonly wins: number
    readonly losses: number
  } | null
}

interface LiveTotals {
  readonly trials: number
  readonly budget: number
  readonly prefix?: MethodPrefix | null
}

/**
 * Estimates a running method's final figures from its closed prefix and from the certain bounds; null until a trial of
 * the prefix has its verdict. No value lies outside its limits.
 */
function liveEstimate(
  { trials, budget, prefix }: LiveTotals,
  bounds: { readonly accuracy: Bounds; readonly calls: Bounds },
): LiveEstimate | null {
  if (prefix === undefined || prefix === null) return null
  const { closed, byCalls } = prefix
  const resolved = sumOf(byCalls, (each) => each.resolved)
  if (resolved === 0) return null
  const right = sumOf(byCalls, (each) => each.correct)
  const calls = liveCalls({ trials, closed, byCalls, budget })
  const callsLimits = overlap(bounds.calls, calls)
  return {
    ...liveAccuracy({ trials, closed, right, unknown: closed - resolved }, bounds.accuracy),
    calls: within(callsLimits, sumOf(byCalls, (each) => each.calls * each.resolved) / resolved),
    callsLow: callsLimits.low,
    callsHigh: callsLimits.high,
    difference: differenceOf(trials, prefix),
    decided: prefix.decided === true,
  }
}

function differenceOf(trials: number, { closed, paired }: MethodPrefix): LiveEstimate['difference'] {
  if (paired === null || paired.resolved === 0) return null
  const { baseline, resolved, wins, losses } = paired
  const { value, low, high } = liveDifference({ trials, closed, wins, losses, unknown: closed - resolved })
  return { baseline, value: within({ low, high }, value), low, high }
}

function sumOf<Each>(values: readonly Each[], of: (value: Each) => number): number {
  return values.reduce((sum, each) => sum + of(each), 0)
}

/**
 * Gives the share of a method's trials that are unresolved after k = 0 … budget calls (Kaplan–Meier), which says how much
 * the open ones still need. Of a method that decides by the whole set it is [1] until all is decided: what it has resolved
 * is no fair sample.
 */
export function unresolvedAfter(
  spec: ReportedSpec,
  { trials, blocked, byCalls, openByDepth }: Pick<MethodTotals, 'trials' | 'blocked' | 'byCalls' | 'openByDepth'>,
): number[] {
  const resolved = byCalls.reduce((sum, each) => sum + each.resolved, 0)
  if (resolved + blocked < trials && !isTrialMethod(spec)) return [1]
  return survivalByCalls({
    closed: byCalls.map((each) => ({ calls: each.calls, trials: each.resolved })),
    open: openByDepth.map(({ depth, trials: open }) => ({ depth: Math.min(depth, spec.budget), trials: open })),
    budget: spec.budget,
  })
}
