import type { CgesEvidence } from './add-cges-evidence.js'
import { SupportExceeded } from './support-exceeded.js'

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
 * The posterior over the seen answers, in the order first seen, and the unseen ones (`unseen` of them, each with
 * `unseenScore`). `logOdds` and `unseenLogOdds` are the log-odds of `top` and of one unseen answer against all
 * others; they say how near to 1 a score is where the score itself has been rounded.
 */
export type CgesPosterior = {
  readonly candidates: readonly CgesCandidate[]
  readonly top: CgesCandidate | null
  readonly logOdds: number
  readonly unseen: number
  readonly unseenScore: number
  readonly unseenLogOdds: number
}

const TIE = 1e-12

/**
 * Gives CGES's posterior over answers: a soft-max over r_a = Λ_a + n_a ln(K − 1), where each unseen answer has
 * r = 0, and K is the number of seen answers plus one, or the fixed support. OTHER is in the normaliser but never
 * `top`. Ties go to the larger count, then to the answer seen first.
 * Throws SupportExceeded where more answers were seen than a fixed support holds.
 * Source: arXiv 2511.02603, equations of appendix C, in log space.
 */
export function cgesPosterior(evidence: CgesEvidence, support: CgesSupport): CgesPosterior {
  const size = support === 'dynamic' ? evidence.size + 1 : support.fixed
  const unseen = size - evidence.size
  if (unseen < 0) throw new SupportExceeded(evidence.size, size)
  const weight = Math.log(size - 1)
  const seen = [...evidence].map(([answer, { count, logOdds }]) => ({ answer, count, logit: logOdds + count * weight }))
  const largest = seen.reduce((max, candidate) => Math.max(max, candidate.logit), 0)
  const total = seen.reduce((sum, { logit }) => sum + Math.exp(logit - largest), unseen * Math.exp(-largest))
  const candidates = seen.map((each) => ({ ...each, score: Math.exp(each.logit - largest) / total }))
  const top = topCandidate(candidates)
  const others = candidates.filter((each) => each !== top).map((each) => each.logit)
  const all = candidates.map((each) => each.logit)
  return {
    candidates,
    top,
    logOdds: top === null ? -Infinity : top.logit - logSumExp(others, unseen),
    unseen,
    unseenScore: unseen === 0 ? 0 : Math.exp(-largest) / total,
    unseenLogOdds: unseen === 0 ? -Infinity : -logSumExp(all, unseen - 1),
  }
}

function topCandidate(candidates: readonly CgesCandidate[]): CgesCandidate | null {
  const largest = candidates.reduce((max, { logit }) => Math.max(max, logit), -Infinity)
  const margin = TIE * Math.max(1, Math.abs(largest))
  let top: CgesCandidate | null = null
  for (const candidate of candidates) {
    if (largest - candidate.logit > margin) continue
    if (top === null || candidate.count > top.count) top = candidate
  }
  return top
}

/** ln(Σ exp(logits) + zeros · exp(0)) */
function logSumExp(logits: readonly number[], zeros: number): number {
  const largest = logits.reduce((max, value) => Math.max(max, value), zeros > 0 ? 0 : -Infinity)
  if (largest === -Infinity) return -Infinity
  return largest + Math.log(logits.reduce((sum, value) => sum + Math.exp(value - largest), zeros * Math.exp(-largest)))
}
