import type { Decision } from './decision.js'
import { ruleOf, type TrialMethodSpec } from './rules/all-rules.js'
import { readableVotes } from './readable-votes.js'
import type { Vote } from './vote.js'
import { withhold } from './withhold.js'

/**
 * Decides whether a method is done with a trial: replays the samples in index order and returns its first stop, or how
 * far to draw before it could stop.
 *
 * `prefix` holds samples 0, 1, 2, … without a gap, and counts up to the first that was ended too early for the method; at most `spec.budget` of them are read, and none after a stop, so
 * several methods can share one stream. The same prefix always gives the same decision.
 * Throws a RangeError if CGES meets a valid answer without its confidence, and SupportExceeded if it meets more
 * distinct answers than its fixed support holds.
 */
export function decide(spec: TrialMethodSpec, prefix: readonly Vote[]): Decision {
  return withhold(spec, ruleOf(spec).decide(spec, readableVotes(spec, prefix)))
}
