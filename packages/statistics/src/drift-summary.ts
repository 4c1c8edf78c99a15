import { median } from './median.js'
import type { QuestionDrift } from './question-drift.js'

/** `unseen` questions never drew their true answer and are left out of `positive` and `medianLeast`. */
export type DriftSummary = {
  readonly questions: number
  readonly unseen: number
  readonly positive: number | null
  readonly medianLeast: number | null
}

/**
 * Summarises the drifts of a set of questions: the share whose least drift is positive, which is the share CGES would
 * get right given enough samples. Null if no question drew its true answer.
 */
export function driftSummary(drifts: readonly (QuestionDrift | null)[]): DriftSummary {
  const known = drifts.filter((drift) => drift !== null).map(({ least }) => least)
  return {
    questions: drifts.length,
    unseen: drifts.length - known.length,
    positive: known.length === 0 ? null : known.filter((least) => least > 0).length / known.length,
    medianLeast: median(known),
  }
}
