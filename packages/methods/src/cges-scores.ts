import type { CgesEvidence } from './add-cges-evidence.js'
import { addVoteEvidence, type CgesWeighing } from './cges-evidence-of.js'
import { cgesPosterior, type CgesPosterior, type CgesSupport } from './cges-posterior.js'
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
