import type { PairedComparison } from '@cges-fleet/core'

/** As much of a comparison as its word needs. */
export type Judged = Pick<PairedComparison, 'judgement' | 'accuracy'>

/** Whether neither method is ahead: a loss that matters is ruled out, and the interval of the difference holds 0. */
export function isTie({ judgement, accuracy: { low, high } }: Judged): boolean {
  return judgement === 'non-inferior' && low <= 0 && high >= 0
}

/** The statistics' judgement as a reader says it; `tie` is a kind of `non-inferior`. */
export function wordOf(comparison: Judged): string {
  return isTie(comparison) ? 'tie' : comparison.judgement
}
