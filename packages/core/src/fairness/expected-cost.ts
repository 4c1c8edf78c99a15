/** The number of some samples and their total work. */
export interface WorkDone {
  readonly calls: number
  /** Tokens of work: those generated, and a sixteenth of those of the prompt. */
  readonly work: number
}

/** Tokens of a prompt that cost a server about as much as one generated token: prefill is parallel. */
export const PROMPT_TOKENS_PER_WORK = 16

/** The prior's weight, in samples. */
const PRIOR_WEIGHT = 8

/** Assumed work of a sample until one has been observed. */
const UNSEEN = 512

/**
 * Predicts the work of an evaluation's next sample, in tokens above 0, from what is known of it, of its team and of its
 * pool: each mean is drawn towards the one before it as if by eight samples more. So a few odd samples move no team's
 * place, and a team whose answers are long pays for that from its second evaluation's first sample. The sum charged
 * follows the sum used. Work is counted and not timed: a server's hiccup is nobody's fault. An empirical mean with a
 * conjugate prior (Bühlmann 1967, credibility).
 */
export function expectedCost(pool: WorkDone, team: WorkDone, evaluation: WorkDone): number {
  const ofPool = pool.calls > 0 ? pool.work / pool.calls : UNSEEN
  return Math.max(1 / PROMPT_TOKENS_PER_WORK, drawnTowards(drawnTowards(ofPool, team), evaluation))
}

function drawnTowards(prior: number, { calls, work }: WorkDone): number {
  return (PRIOR_WEIGHT * prior + work) / (PRIOR_WEIGHT + calls)
}
