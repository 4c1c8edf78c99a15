/** What decides how far a request is drawn now. */
export interface WaveState {
  /** Every reply below it is certain to be needed. */
  readonly until: number
  /** Replies of the gapless prefix. */
  readonly landed: number
  readonly budget: number
  readonly minSamples: number
  /** What is left until the deadline; null if there is none. */
  readonly leftMs: number | null
  /** How long a reply takes in this pool; null if none has been seen. */
  readonly replyMs: number | null
}

/**
 * Returns up to which reply to draw now. Without a deadline only what is certain to be needed: no call is wasted. With
 * one, as much that the whole budget can be drawn in the waves that there is still time for: in one, unless it is known
 * how long a reply takes.
 */
export function wantedUpTo({ until, landed, budget, minSamples, leftMs, replyMs }: WaveState): number {
  const certain = Math.max(until, minSamples)
  if (leftMs === null) return Math.min(budget, certain)
  const waves = replyMs === null ? 1 : Math.max(1, Math.floor(leftMs / replyMs))
  const ahead = landed + Math.ceil((budget - landed) / waves)
  return Math.min(budget, Math.max(certain, ahead))
}
