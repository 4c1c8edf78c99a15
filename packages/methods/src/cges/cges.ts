import type { Decision, ScoreStep } from '../decision.js'
import { logit } from '../math.js'
import type { Vote } from '../votes.js'
import {
  addVoteEvidence,
  type CgesEvidence,
  cgesLead,
  type CgesLead,
  cgesPosterior,
  type CgesPosterior,
  type CgesSupport,
  type CgesWeighing,
} from './posterior.js'

/** CGES's parameters with the budget B. */
export type CgesParameters = CgesWeighing & {
  readonly gamma: number
  readonly minSamples: number
  readonly support: CgesSupport
  readonly otherStops: boolean
  readonly budget: number
}

/**
 * Decides by confidence-guided early stopping: after each valid sample, from the `minSamples`-th on, stop once the
 * leading answer's posterior reaches `gamma`. With `otherStops` also stop, without an answer, once an unseen answer
 * leads and reaches it. At the end of the budget the leading seen answer is given.
 * Throws if a valid answer lacks its confidence, or a fixed support is exceeded.
 * Source: arXiv 2511.02603, algorithm 1 and appendix C.
 */
export function cges(spec: CgesParameters, prefix: readonly Vote[]): Decision {
  const evidence: CgesEvidence = new Map()
  const read = Math.min(prefix.length, spec.budget)
  const needed = neededLogOdds(spec.gamma)
  let votes = 0
  for (let calls = 1; calls <= read; calls += 1) {
    const vote = prefix[calls - 1]
    if (vote === undefined || vote.answer === null) continue
    addVoteEvidence(evidence, vote, spec, calls)
    votes += 1
    if (votes < spec.minSamples || !mayStop(spec, evidence)) continue
    const { answer, score, reason, logOdds } = cgesStand(spec, cgesLead(evidence, spec.support))
    if (logOdds >= needed) return { state: 'stopped', calls, answer, score, reason }
  }
  const { top } = cgesLead(evidence, spec.support)
  const leader = top?.answer ?? null
  const score = top?.score ?? null
  return read >= spec.budget
    ? { state: 'stopped', calls: spec.budget, answer: leader, score, reason: 'budget' }
    : { state: 'open', until: read + 1, leader, score }
}

/** The most that rounding can change log-odds that are computed another way. */
const SLACK = 1e-9

/**
 * Skips posteriors that cannot stop: the same log-odds, computed from numbers alone, so that long trials stay cheap.
 */
export function mayStop(
  { support, otherStops, gamma }: Pick<CgesParameters, 'support' | 'otherStops' | 'gamma'>,
  evidence: CgesEvidence,
): boolean {
  const unseen = support === 'dynamic' ? 1 : support.fixed - evidence.size
  const weight = Math.log(evidence.size + unseen - 1)
  let largest = -Infinity
  /** Σ exp(logit − largest) over all answers but the largest. */
  let others = 0
  for (const { count, logOdds } of evidence.values()) {
    const logit = logOdds + count * weight
    if (logit > largest) others = (others + 1) * Math.exp(largest - logit)
    else others += Math.exp(logit - largest)
    largest = Math.max(largest, logit)
  }
  const top = -Math.log(others + unseen * Math.exp(-largest))
  const other = -largest - Math.log(1 + others + (unseen - 1) * Math.exp(-largest))
  const reached = otherStops && unseen > 0 ? Math.max(top, other) : top
  return !(reached < neededLogOdds(gamma) - SLACK)
}

/** CGES's view of a trial after each sample: posteriors, those after its stop included. */
export function cgesPath(spec: CgesParameters, votes: readonly Vote[], answers: readonly string[]): ScoreStep[] {
  const evidence: CgesEvidence = new Map()
  return votes.map((vote, index) => {
    addVoteEvidence(evidence, vote, spec, index + 1)
    const { candidates, top } = cgesPosterior(evidence, spec.support)
    const scores = new Map(candidates.map(({ answer, score }) => [answer, score]))
    return {
      leader: top?.answer ?? null,
      score: top?.score ?? null,
      scores: answers.map((answer) => scores.get(answer) ?? 0),
    }
  })
}

/** Log-odds this far below the threshold still reach it: a score equal to gamma stops. */
const TOLERANCE = 1e-12

/** The decision CGES would stop with now, and the log-odds that must reach gamma's. */
type CgesStand = {
  readonly answer: string | null
  readonly score: number | null
  readonly reason: 'threshold' | 'other'
  readonly logOdds: number
}

/** Returns the log-odds at which a score reaches `gamma`, in (0, 1). */
export function neededLogOdds(gamma: number): number {
  return logit(gamma) - TOLERANCE
}

/**
 * Returns what a posterior would stop with: its leading seen answer, or with `otherStops` none if an unseen answer
 * leads. It is the same for every gamma, so that a whole grid needs one pass. Source: arXiv 2511.02603, algorithm 1.
 */
export function cgesStand({ otherStops }: { readonly otherStops: boolean }, posterior: CgesLead): CgesStand {
  const { top, unseen, logOdds, unseenLogOdds } = posterior
  const score = top?.score ?? null
  const otherLeads = otherStops && unseen > 0 && (top?.logit ?? 0) < -TOLERANCE
  if (otherLeads) return { answer: null, score, reason: 'other', logOdds: unseenLogOdds }
  return { answer: top?.answer ?? null, score, reason: 'threshold', logOdds }
}

/**
 * CGES's view of a trial, candidate by candidate. `possible` is K, the seen answers and the unseen ones; `breakEven`
 * is 1/K, the confidence below which a sample counts against its own answer. `otherScore` is the posterior of all
 * unseen answers together.
 */
export type CgesScores = CgesPosterior & {
  readonly possible: number
  readonly votes: number
  readonly breakEven: number
  readonly otherScore: number
}

/**
 * Explains a CGES decision: every candidate's count, log-odds against an unseen answer and posterior, after these
 * samples. Order does not matter. Throws as CGES does. Source: arXiv 2511.02603, appendix C.
 */
export function cgesScores(
  samples: readonly Vote[],
  { support, ...weighing }: CgesWeighing & { readonly support: CgesSupport },
): CgesScores {
  const evidence: CgesEvidence = new Map()
  for (const [index, vote] of samples.entries()) {
    addVoteEvidence(evidence, vote, weighing, index + 1)
  }
  const posterior = cgesPosterior(evidence, support)
  const possible = posterior.candidates.length + posterior.unseen
  return {
    ...posterior,
    possible,
    votes: posterior.candidates.reduce((sum, { count }) => sum + count, 0),
    breakEven: 1 / possible,
    otherScore: posterior.unseen * posterior.unseenScore,
  }
}
