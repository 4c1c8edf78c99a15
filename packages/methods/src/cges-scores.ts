import type { ConfidenceSignal } from './confidence/confidence-signal.js'
import { addCgesEvidence, type CgesEvidence } from './add-cges-evidence.js'
import { cgesPosterior, type CgesPosterior, type CgesSupport } from './cges-posterior.js'
import { voteConfidence } from './vote-confidence.js'
import type { Vote } from './vote.js'

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
  { confidence, support }: { readonly confidence: ConfidenceSignal; readonly support: CgesSupport },
): CgesScores {
  const evidence: CgesEvidence = new Map()
  for (const [index, vote] of samples.entries()) {
    if (vote.answer === null) continue
    addCgesEvidence(evidence, { answer: vote.answer, confidence: voteConfidence(vote, confidence, index + 1) })
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
