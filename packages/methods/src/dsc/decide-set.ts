import type { StopReason } from '../decision.js'
import { ascBetaProbability } from '../vote-evidence.js'
import { addVote, plurality, type Vote } from '../votes.js'

/**
 * Decides a whole set of questions by difficulty-adaptive self-consistency, as far as the samples drawn allow.
 *
 * `order` lists the questions from easy to hard, `prefixes[question]` holds its samples 0, 1, 2, … without a gap. From
 * the hard end, `preSamples` samples of each question are tested, until `easyRun` questions in a row pass; the rest is
 * easy and answered by one sample. The hard part is then decided from easy to hard, each question's first size
 * predicted from the needs of the `predictFrom` before it and extended by `extendBy` until the test passes.
 *
 * The result is in the order given. Verdicts are written strictly in that order, so they do not depend on which sample
 * arrived first; drawing may run ahead up to each `until`, and every sample asked for is certain to be charged.
 * Source: arXiv 2408.13457; its figure for the partition, its reference code for the sizes.
 */
export function decideSet(
  spec: DscParameters,
  order: readonly number[],
  prefixes: readonly (readonly Vote[])[],
): DscQuestion[] {
  const { parts, sampled } = partitionSet(spec, order, prefixes)
  const needs: number[] = []
  let inOrder = true
  return order.map((question, place) => {
    const votes = prefixes[question] ?? []
    const part = parts[place] ?? null
    if (part === 'easy') return easy(question, votes)
    const standing = decideHard(spec, votes, inOrder && part === 'hard' ? needs : null)
    if (standing.state === 'stopped') needs.push(standing.need)
    else inOrder = false
    if (standing.state === 'stopped') return { question, part: 'hard', ...standing }
    const until = sampled[place] === true ? standing.until : 1
    return { question, part, state: 'open', until, predicted: standing.predicted }
  })
}

function easy(question: number, votes: readonly Vote[]): DscQuestion {
  const first = votes[0]
  if (first === undefined) return { question, part: 'easy', state: 'open', until: 1, predicted: 1 }
  const { answer } = first
  const verdict = { predicted: 1, calls: 1, need: null, batches: 1, answer, score: null, reason: 'easy' as const }
  return { question, part: 'easy', state: 'stopped', ...verdict }
}

/** A hard question decided, or how many samples it is certain to need. */
type HardStanding =
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
function decideHard(spec: DscParameters, votes: readonly Vote[], needs: readonly number[] | null): HardStanding {
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

/** By place in the order: the part a question is in, null while unknown, and whether it is sure to be pre-sampled. */
type DscPartition = {
  readonly parts: readonly ('easy' | 'hard' | null)[]
  readonly sampled: readonly boolean[]
}

/**
 * Cuts a set into easy and hard: walks from the hardest question down, and where the last `easyRun` (or all, if there
 * are fewer) passed their test on `preSamples` samples, everything below is easy. Those tested stay in the hard part.
 * Stops if samples are missing; as many questions as the run still lacks are certain to be tested as well.
 * Source: arXiv 2408.13457, the pre-sampling figure.
 */
export function partitionSet(
  spec: DscParameters,
  order: readonly number[],
  prefixes: readonly (readonly Vote[])[],
): DscPartition {
  const size = Math.min(spec.preSamples, spec.budget)
  const enough = Math.min(spec.easyRun, order.length)
  const parts = Array<'easy' | 'hard' | null>(order.length).fill(null)
  let run = 0
  let place = order.length - 1
  for (; place >= 0 && run < enough; place -= 1) {
    const votes = prefixes[order[place] ?? -1] ?? []
    if (votes.length < size) break
    parts[place] = 'hard'
    run = (dscTest(votes, size).score ?? 0) >= spec.threshold ? run + 1 : 0
  }
  if (run >= enough) parts.fill('easy', 0, place + 1)
  const sure = run >= enough ? 0 : enough - run
  return { parts, sampled: parts.map((part, index) => part === 'hard' || (part === null && index > place - sure)) }
}

/** The test on a question's first samples: the leading answer and the probability that it keeps its majority. */
type DscTest = { readonly answer: string | null; readonly score: number | null }

/** Tests the first `size` samples of a question by the Beta criterion; null before the first valid one. */
function dscTest(votes: readonly Vote[], size: number): DscTest {
  const counts = new Map<string, number>()
  for (const vote of votes.slice(0, size)) addVote(counts, vote.answer)
  const top = plurality(counts)
  return top === null
    ? { answer: null, score: null }
    : { answer: top.answer, score: ascBetaProbability(top.count, top.runnerUp) }
}

/** The parameters of DSC's decisions, without those of its ranking. */
type DscParameters = {
  readonly preSamples: number
  readonly easyRun: number
  readonly predictFrom: number
  readonly extendBy: number
  readonly threshold: number
  readonly budget: number
}

/** Why DSC stopped on a question: it was ranked easy, its test passed, or its budget was used up. */
export type DscReason = Extract<StopReason, 'easy' | 'threshold' | 'budget'>

/**
 * DSC's standing on one question. `predicted` is the size its first draw was aimed at, `need` the smallest number of
 * samples whose test passes (the budget if none does), `batches` the round trips, pre-samples included.
 *
 * `open`: every sample up to `until` is certain to be charged; if all of them are drawn, the question waits for others.
 * `part` is null until enough of the harder questions have been tested.
 */
export type DscQuestion =
  | {
      readonly question: number
      readonly part: 'easy' | 'hard'
      readonly state: 'stopped'
      readonly predicted: number
      readonly calls: number
      readonly need: number | null
      readonly batches: number
      readonly answer: string | null
      readonly score: number | null
      readonly reason: DscReason
    }
  | {
      readonly question: number
      readonly part: 'easy' | 'hard' | null
      readonly state: 'open'
      readonly predicted: number | null
      readonly until: number
    }
