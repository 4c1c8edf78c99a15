import type { PairedComparison } from '@cges-fleet/core'
import { formatPoints, formatPointsInterval } from './numbers'

const SIGNS = { better: '▲', worse: '▼', 'non-inferior': '≈', inconclusive: '?' } as const

const MEANINGS = {
  better: 'the whole 95% interval of the difference is above 0',
  worse: 'the whole 95% interval of the difference is below 0',
  'non-inferior': 'the 95% interval excludes a loss of δ or more',
  inconclusive: 'the 95% interval holds both a loss of δ or more and no loss',
} as const

/** A comparison's judgement in one word; shown by sign and word, not by colour alone. `holmP` where p counted in it. */
export function JudgementWord({ comparison }: { readonly comparison: Judged & { readonly holmP?: number } }) {
  const { judgement, holmP } = comparison
  const isTested = holmP !== undefined && (judgement === 'better' || judgement === 'worse')
  const found = isTested ? `${MEANINGS[judgement]}, and p after Holm is at most .05` : MEANINGS[judgement]
  const meaning = isTie(comparison) ? `non-inferior: ${found}, and it holds 0` : found
  return (
    <span className={`judgement judgement-${judgement}`} title={meaning} data-judgement={judgement}>
      <span aria-hidden="true">{SIGNS[judgement]}</span> {wordOf(comparison)}
    </span>
  )
}

/** As much of a comparison as its word needs. */
type Judged = Pick<PairedComparison, 'judgement' | 'accuracy'>

/** Whether neither method is ahead: a loss that matters is ruled out, and the interval of the difference holds 0. */
function isTie({ judgement, accuracy: { low, high } }: Judged): boolean {
  return judgement === 'non-inferior' && low <= 0 && high >= 0
}

/** The statistics' judgement as a reader says it; `tie` is a kind of `non-inferior`. */
export function wordOf(comparison: Judged): string {
  return isTie(comparison) ? 'tie' : comparison.judgement
}

/** Writes a paired difference in accuracy with its interval: `Δ +8.3 [0.0, +16.1] points`. */
export function differenceWords({ accuracy }: Pick<PairedComparison, 'accuracy'>): string {
  return `Δ ${formatPoints(accuracy.value)} ${formatPointsInterval(accuracy)} points`
}

/** Writes a change in calls, given as a share of those before: `45% fewer calls`, or `no fewer calls`. */
export function changeInCalls(change: number): string {
  if (Math.abs(change) < 0.005) return 'no fewer calls'
  return `${Math.abs(100 * change).toFixed(0)}% ${change <= 0 ? 'fewer' : 'more'} calls`
}
