import type { EvaluationStatus } from './schemas/evaluation-status.js'
import type { EvaluationSummary } from './schemas/evaluation-view.js'

type Standing = Pick<EvaluationSummary, 'status' | 'trials'>

/**
 * How many failed of an evaluation that is done or decided although some did, `10 of 20 failed`; null for any other.
 * Nothing of it may read as a success.
 */
export function failedOf({ status, trials: { blocked, total } }: Standing): string | null {
  return (status === 'done' || status === 'decided') && blocked > 0 ? failedWords(blocked, total) : null
}

/** How many failed of a method's trials, `10 of 20 failed`; null where none did. */
export function failedTrials({
  blocked,
  trials,
}: {
  readonly blocked: number
  readonly trials: number
}): string | null {
  return blocked > 0 ? failedWords(blocked, trials) : null
}

/** Returns whether an evaluation has ended, unless it is extended or retried. */
export function hasEnded(status: EvaluationStatus): boolean {
  return status !== 'running' && status !== 'paused' && status !== 'stuck'
}

/** The status in words for people. */
export function statusWord(status: EvaluationStatus): string {
  return status.replace('_', '-')
}

/** The status of an evaluation in words, the same on every page and in a terminal. */
export function statusWords(evaluation: Standing): string {
  const failed = failedOf(evaluation)
  if (failed === null) return statusWord(evaluation.status)
  return evaluation.status === 'done' ? `incomplete: ${failed}` : `decided, ${failed}`
}

const grouped = new Intl.NumberFormat('en-US')

function failedWords(failed: number, all: number): string {
  return `${grouped.format(failed)} of ${grouped.format(all)} failed`
}
