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
