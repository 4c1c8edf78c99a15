import type { TrialMethodSpec } from './method-spec.js'
import { adaptiveConsistency } from './adaptive-consistency.js'
import { cges } from './cges.js'
import type { Decision } from './decision.js'
import { esc } from './esc.js'
import { sc } from './sc.js'
import type { Vote } from './vote.js'

/**
 * Says whether a method is done with a trial: replays the samples in index order and gives its first stop, or how
 * far to draw before it could stop.
 *
 * `prefix` holds samples 0, 1, 2, … without a gap; at most `spec.budget` of them are read, and none after a stop, so
 * several methods can share one stream. The same prefix always gives the same decision.
 * Throws a RangeError where CGES meets a valid answer without its confidence, and SupportExceeded where it meets
 * more distinct answers than its fixed support holds.
 */
export function decide(spec: TrialMethodSpec, prefix: readonly Vote[]): Decision {
  switch (spec.method) {
    case 'sc':
      return sc(spec, prefix)
    case 'esc':
      return esc(spec, prefix)
    case 'asc-beta':
    case 'asc-dirichlet':
      return adaptiveConsistency(spec, prefix)
    case 'cges':
      return cges(spec, prefix)
  }
}
