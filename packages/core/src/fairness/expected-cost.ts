/** What some samples were: how many, and the work of all of them. */
export interface WorkDone {
  readonly calls: number
  /** Tokens of work: those generated, and a sixteenth of those of the prompt. */
  readonly work: number
}

/** Tokens of a prompt that cost a server about what one generated token does: it reads them side by side. */
export const PROMPT_TOKENS_PER_WORK = 16

/** Samples after which what was counted weighs as much as what was thought before. */
const PRIOR_WEIGHT = 8

/** Taken for a sample's work while nobody has seen one. */
const UNSEEN = 512

/**
 * Says how much work an evaluation's next sample is going to be, in tokens above 0, from what is known of it, of its
 * team and of its pool: each mean is drawn towards the one before it as if by eight samples more. So a few odd samples
 * move no team's place, and a team whose answers are long pays for that from its second evaluation's first. The sum of
 * what is charged follows the sum of what was used. Work is counted and not timed: a server's hiccup is nobody's fault.
 * An empirical mean with a conjugate prior (Bühlmann 1967, credibility).
 */
export function expectedCost(pool: WorkDone, team: WorkDone, evaluation: WorkDone): number {
  const ofPool = pool.calls > 0 ? pool.work / pool.calls : UNSEEN
  return Math.max(1 / PROMPT_TOKENS_PER_WORK, drawnTowards(drawnTowards(ofPool, team), evaluation))
}

function drawnTowards(prior: number, { calls, work }: WorkDone): number {
  return (PRIOR_WEIGHT * prior + work) / (PRIOR_WEIGHT + calls)
}
