import { countedOf, inNumber } from '@cges-fleet/core'
import type { EvaluationTotals } from '@cges-fleet/db'

/** A share of blocked trials above this makes comparisons between methods doubtful. */
const BLOCKED_LIMIT = 0.005

/** Returns in a few words why an evaluation's methods must not be compared; null if they may be. */
export function notComparable({ summary }: EvaluationTotals): string | null {
  const { total, blocked } = summary.trials
  switch (summary.status) {
    case 'cancelled':
    case 'budget_stopped':
      return 'it was ended early: open methods have no verdict'
    case 'failed':
      return 'it failed before every method had its verdicts'
    default:
      return blocked > BLOCKED_LIMIT * total
        ? `${countedOf(blocked, total, 'trial')} ${inNumber(blocked, 'is', 'are')} blocked by samples that could not be drawn`
        : null
  }
}
