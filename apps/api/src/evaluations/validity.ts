import {
  countedOf,
  type EvaluationView,
  hasEnded,
  type Independence,
  inNumber,
  type MethodReport,
} from '@cges-fleet/core'
import type { EvaluationTotals } from '@cges-fleet/db'

/** From this share of questions with one text in all their samples on, a reader is told. */
const TOLD_SHARE = 0.5

/** Says how far an evaluation's samples are independent draws, by the texts read so far. */
export function independenceOf({ texts: of, sampling, summary }: EvaluationTotals): Independence {
  const { texts, distinct, repeated: questions, copied } = of
  const state = stateOf(of, sampling.temperature, hasEnded(summary.status))
  return { state, texts, distinct, questions, copied, said: said(state, of) }
}

function stateOf(
  { repeated, copies }: EvaluationTotals['texts'],
  temperature: number | undefined,
  ended: boolean,
): Independence['state'] {
  if (temperature === 0) return 'deterministic'
  if (copies === 'found') return 'copies'
  if (repeated === 0) return 'unknown'
  return copies === 'clear' || ended ? 'distinct' : 'unknown'
}

function said(state: Independence['state'], { copied, repeated }: EvaluationTotals['texts']): string | null {
  const shown = `${countedOf(copied, repeated, 'question')} ${inNumber(copied, 'has', 'have')} one text in all ${inNumber(copied, 'its', 'their')} samples`
  switch (state) {
    case 'copies':
      return `${shown}, although the seeds differ: votes and saved calls mean nothing. Start the model server so that it honours seeds, and run the evaluation again.`
    case 'deterministic':
      return repeated === 0
        ? null
        : `${shown}: at temperature 0 samples are one text, so votes and saved calls mean nothing.`
    case 'distinct':
      return copied >= TOLD_SHARE * repeated
        ? `${shown}. Such short or certain texts may be equal by chance; votes over them add nothing.`
        : null
    case 'unknown':
      return null
  }
}

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

/**
 * The range of each method's accuracy if all trials that rest on flagged samples were wrong, or all right. Null if
 * there are too few to matter.
 */
export function sensitivity(totals: EvaluationTotals, methods: readonly MethodReport[]): EvaluationView['sensitivity'] {
  if (totals.doubtful.length === 0) return null
  const bounds = methods.flatMap(({ key, accuracy }) => {
    const doubtful = totals.doubtful.find(({ methodKey }) => methodKey === key)
    if (doubtful === undefined || accuracy === null) return []
    const correct = accuracy.value * accuracy.n
    const n = accuracy.n + doubtful.blocked
    const low = Math.max(0, (correct - doubtful.right) / n)
    return [{ key, low, high: Math.min(1, (correct + doubtful.wrong + doubtful.blocked) / n) }]
  })
  return { share: totals.flaggedShare, methods: bounds }
}
