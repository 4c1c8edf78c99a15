import { clampConfidence } from '../confidence/signal.js'
import type { SignalName } from '../confidence/signal-names.js'
import { logit } from '../math.js'
import { type Vote, voteConfidence } from '../votes.js'

/** Which answers are possible: those seen and one OTHER, or a fixed number. */
export type CgesSupport = 'dynamic' | { readonly fixed: number }

/** One seen answer: `logit` is its log-odds against one unseen answer, `score` its posterior in [0, 1]. */
export type CgesCandidate = {
  readonly answer: string
  readonly count: number
  readonly logit: number
  readonly score: number
}

/**
 * What of the posterior decides: `unseen` answers with `unseenScore` each, and the leading answer. `logOdds` and
 * `unseenLogOdds` are the log-odds of `top` and of one unseen answer against all others; they tell how near 1 a score is
 * when the score itself has been rounded.
 */
export type CgesLead = {
  readonly top: CgesCandidate | null
  readonly logOdds: number
  readonly unseen: number
  readonly unseenScore: number
  readonly unseenLogOdds: number
}

/** The posterior over the seen answers, in the order first seen, and the unseen ones. */
export type CgesPosterior = CgesLead & { readonly candidates: readonly CgesCandidate[] }

const TIE = 1e-12

/**
 * Returns CGES's posterior over answers: a soft-max over r_a = Λ_a + n_a ln(K − 1), where each unseen answer has r = 0,
 * and K is the number of seen answers plus one, or the fixed support. OTHER is in the normaliser but never `top`. Ties
 * go to the larger count, then to the answer seen first.
 * Throws SupportExceeded if more answers were seen than a fixed support holds.
 * Source: arXiv 2511.02603, equations of appendix C, in log space.
 */
export function cgesPosterior(evidence: CgesEvidence, support: CgesSupport): CgesPosterior {
  const { lead, candidates } = weigh(evidence, support)
  return { ...lead, candidates: [...evidence.keys()].map(candidates) }
}

/** Returns what of `cgesPosterior` decides: sweeps ask for it after every sample, and make nothing else of it. */
export function cgesLead(evidence: CgesEvidence, support: CgesSupport): CgesLead {
  return weigh(evidence, support).lead
}

function weigh(
  evidence: CgesEvidence,
  support: CgesSupport,
): { readonly lead: CgesLead; readonly candidates: (answer: string, place: number) => CgesCandidate } {
  const size = support === 'dynamic' ? evidence.size + 1 : support.fixed
  const unseen = size - evidence.size
  if (unseen < 0) throw new SupportExceeded(evidence.size, size)
  const weight = Math.log(size - 1)
  const logits: number[] = []
  for (const { count, logOdds } of evidence.values()) logits.push(logOdds + count * weight)
  const largest = maximum(logits, 0)
  let total = unseen * Math.exp(-largest)
  for (const logit of logits) total += Math.exp(logit - largest)
  const candidates = (answer: string, place: number): CgesCandidate => {
    const logit = logits[place] ?? 0
    return { answer, count: evidence.get(answer)?.count ?? 0, logit, score: Math.exp(logit - largest) / total }
  }
  const top = topOf(evidence, logits)
  const lead = {
    top: top === null ? null : candidates(top.answer, top.place),
    logOdds: top === null ? -Infinity : (logits[top.place] ?? 0) - logSumExp(logits, unseen, top.place),
    unseen,
    unseenScore: unseen === 0 ? 0 : Math.exp(-largest) / total,
    unseenLogOdds: unseen === 0 ? -Infinity : -logSumExp(logits, unseen - 1),
  }
  return { lead, candidates }
}

function topOf(
  evidence: CgesEvidence,
  logits: readonly number[],
): { readonly answer: string; readonly place: number } | null {
  const largest = maximum(logits, -Infinity)
  const margin = TIE * Math.max(1, Math.abs(largest))
  let top: { answer: string; place: number } | null = null
  let most = 0
  let place = 0
  for (const [answer, { count }] of evidence) {
    if (largest - (logits[place] ?? 0) <= margin && (top === null || count > most)) {
      top = { answer, place }
      most = count
    }
    place += 1
  }
  return top
}

/** ln(Σ exp(logits) + zeros · exp(0)), the logit at `without` left out. */
function logSumExp(logits: readonly number[], zeros: number, without = -1): number {
  const largest = maximum(logits, zeros > 0 ? 0 : -Infinity, without)
  if (largest === -Infinity) return -Infinity
  let sum = zeros * Math.exp(-largest)
  for (let at = 0; at < logits.length; at += 1) {
    if (at !== without) sum += Math.exp((logits[at] ?? 0) - largest)
  }
  return largest + Math.log(sum)
}

function maximum(values: readonly number[], least: number, without = -1): number {
  let largest = least
  for (let at = 0; at < values.length; at += 1) {
    if (at !== without) largest = Math.max(largest, values[at] ?? 0)
  }
  return largest
}

/** Thrown when more distinct answers were seen than the fixed support of a CGES method allows. */
export class SupportExceeded extends RangeError {
  constructor(seen: number, size: number) {
    super(`${seen} distinct answers were seen, but support is fixed at ${size}`)
    this.name = 'SupportExceeded'
  }
}

/** Recalibration: log-odds l become a + b · l, kept within those of a clamped confidence. */
type LogOddsMap = readonly [a: number, b: number]

const MOST = logit(clampConfidence(1))

/** CGES's summary of the samples read: per answer, in the order first seen, its count and its summed log-odds. */
export type CgesEvidence = Map<string, { readonly count: number; readonly logOdds: number }>

/**
 * Adds one valid sample: n += 1 and Λ += logit C for its answer. These are sufficient statistics, so changing the
 * size of the support needs no second look at the samples. The confidence is kept `epsilon` away from 0 and 1.
 * With `map` its log-odds are recalibrated first. Throws a RangeError on NaN. Source: arXiv 2511.02603, appendix C.
 */
export function addCgesEvidence(
  evidence: CgesEvidence,
  sample: { readonly answer: string; readonly confidence: number },
  epsilon?: number,
  map?: LogOddsMap,
): void {
  const before = evidence.get(sample.answer)
  evidence.set(sample.answer, {
    count: (before?.count ?? 0) + 1,
    logOdds: (before?.logOdds ?? 0) + mapped(logit(clampConfidence(sample.confidence, epsilon)), map),
  })
}

function mapped(logOdds: number, map: LogOddsMap | undefined): number {
  if (map === undefined) return logOdds
  return Math.min(MOST, Math.max(-MOST, map[0] + map[1] * logOdds))
}

/** The confidence by which CGES weighs an answer: a signal, or one constant for all, and its recalibration. */
export type CgesWeighing = {
  readonly confidence: SignalName | 'constant'
  readonly constant?: number | undefined
  readonly map?: LogOddsMap | undefined
}

/** The constant confidence if none is given. */
const CONSTANT = 0.8

/** Adds a sample as CGES weighs it; `sample` counts from 1. Throws a RangeError if its confidence is missing. */
export function addVoteEvidence(evidence: CgesEvidence, vote: Vote, spec: CgesWeighing, sample: number): void {
  if (vote.answer === null) return
  const { confidence: signal, constant = CONSTANT, map } = spec
  const confidence = signal === 'constant' ? constant : voteConfidence(vote, signal, sample)
  addCgesEvidence(evidence, { answer: vote.answer, confidence }, undefined, map)
}
