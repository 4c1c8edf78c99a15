export interface FairTurn {
  /** The pool's virtual time: the largest tag of a started sample. */
  readonly virtual: number
  /** The last tag this team was given. */
  readonly last: number
  /** The team's share relative to others, above 0. */
  readonly weight: number
}

/**
 * Assigns tags to a team's next samples in a pool's queue by start-time fair queueing, so that backlogged teams get
 * work done in proportion to their weights, however long their backlogs are. A team that was idle starts at the virtual
 * time: it is owed nothing for its idle time, and waits behind nobody's backlog.
 *
 * Costs and tags are in tokens of work (`expectedCost`), costs above 0; tags rise strictly. Source: Goyal, Vin and
 * Cheng (1996), served by finish tags.
 */
export function fairTags({ virtual, last, weight }: FairTurn, costs: readonly number[]): number[] {
  let tag = Math.max(virtual, last)
  return costs.map((cost) => (tag += cost / weight))
}

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

/** How a pool's tags become the whole numbers a queue orders by. */
export interface QueueScale {
  /** The tag that the scale begins at. */
  readonly first: number
  /** The work that counts as one step: a sixteenth of the pool's mean sample. */
  readonly workPerStep: number
}

/** The first numbers are reserved for interactive work, which goes before everything else. */
const INTERACTIVE = 1000

/** The priority before everything else. Never 0, which would jump every queue. */
export const FIRST_PRIORITY = 1

/** BullMQ's largest priority. */
const LAST = 2_097_151

/** Once a team's next tag gets here the scale is reset to the pool's virtual time. */
const TOO_FAR = 1_500_000

/** Turns a tag into the priority of its job: lower goes first, and never 0, which would jump every queue. */
export function queuePriority(tag: number, { first, workPerStep }: QueueScale): number {
  const steps = Math.floor((tag - first) / workPerStep)
  return Math.min(LAST, INTERACTIVE + 1 + Math.max(0, steps))
}

/**
 * Returns the priority of interactive work by how many such samples of its team come before it: the teams alternate.
 */
export function interactivePriority(before: number): number {
  return Math.min(INTERACTIVE, FIRST_PRIORITY + before)
}

/** Returns whether a scale has run out of numbers and must be reset. */
export function isScaleUsedUp(tag: number, { first, workPerStep }: QueueScale): boolean {
  return (tag - first) / workPerStep > TOO_FAR
}

/**
 * Measures in one number how fairly a resource was shared: 1 if everyone got the same for their weight, 1/n if one of n
 * got everything. Takes what each got divided by its weight, at least one above 0 and none below; NaN if all are 0.
 * Jain, Chiu and Hawe (1984).
 */
export function jainIndex(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0)
  const squares = shares.reduce((total, share) => total + share * share, 0)
  return (sum * sum) / (shares.length * squares)
}
