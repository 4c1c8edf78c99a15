import type { Vote } from '../vote.js'
import type { DscParameters } from './dsc-parameters.js'
import { dscTest } from './dsc-test.js'

/** A hard question decided, or how many samples it is certain to need. */
export type HardStanding =
  | {
      readonly state: 'stopped'
      readonly predicted: number
      readonly calls: number
      readonly need: number
      readonly batches: number
      readonly answer: string | null
      readonly score: number | null
      readonly reason: 'threshold' | 'budget'
    }
  | { readonly state: 'open'; readonly until: number; readonly predicted: number | null }

/**
 * Decides one question of DSC's hard part: its pre-samples if they pass, else the size predicted from `needs`, the
 * needs of the hard questions before it, extended until the test passes. No test is made at the budget. `needs` is null
 * while one of those is undecided: then only what any prediction would charge is asked for.
 * Source: arXiv 2408.13457, sample size prediction and extension, as its reference code has them.
 */
export function decideHard(spec: DscParameters, votes: readonly Vote[], needs: readonly number[] | null): HardStanding {
  const first = Math.min(spec.preSamples, spec.budget)
  const passes = (size: number): boolean => (dscTest(votes, size).score ?? 0) >= spec.threshold
  if (needs === null || votes.length < first) {
    return { state: 'open', until: surelyNeeded(spec, votes.length, passes), predicted: null }
  }
  let calls = first
  let batches = 1
  let predicted = first
  if (!passes(first) && first < spec.budget) {
    predicted = predictSize(spec, needs)
    if (predicted > first) batches += 1
    calls = predicted
    while (calls < spec.budget && (votes.length < calls || !passes(calls))) {
      if (votes.length < calls) return { state: 'open', until: calls, predicted }
      calls = Math.min(spec.budget, calls + spec.extendBy)
      batches += 1
    }
    if (votes.length < calls) return { state: 'open', until: calls, predicted }
  }
  const reason = passes(calls) && (calls < spec.budget || calls === first) ? 'threshold' : 'budget'
  const need = Array.from({ length: calls }, (_, index) => index + 1).find(passes) ?? spec.budget
  return { state: 'stopped', predicted, calls, need, batches, ...dscTest(votes, calls), reason }
}

/** The mean need of the last `predictFrom` hard questions in steps of `extendBy`, halves to even, within bounds. */
function predictSize({ preSamples, predictFrom, extendBy, budget }: DscParameters, needs: readonly number[]): number {
  const least = Math.min(preSamples, budget)
  if (needs.length < predictFrom) return least
  const last = needs.slice(-predictFrom)
  const steps = roundHalfEven(last.reduce((sum, need) => sum + need, 0) / predictFrom / extendBy)
  return Math.min(Math.max(steps * extendBy, least), budget)
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  if (value - floor !== 0.5) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}

/** Pre-samples are drawn in any case; after them at least up to the first size that passes, or one more if none does. */
function surelyNeeded(spec: DscParameters, drawn: number, passes: (size: number) => boolean): number {
  const first = Math.min(spec.preSamples, spec.budget)
  let size = first
  while (size <= drawn && size < spec.budget && !passes(size)) size += 1
  return size
}
