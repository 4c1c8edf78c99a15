import type { TierReadings } from '@cges-fleet/core'

/** With fewer readings a share is meaningless. */
const ENOUGH = 20
const LARGE_SHARE = 0.2
const LARGE_GAP = 0.2

/**
 * Warns if a result rests on guessed answers: if the tier `last` holds over 20 % of the answers, or is right over 20
 * points less often than the others.
 */
export function readingWarnings(tiers: readonly TierReadings[]): string[] {
  const last = tiers.find(({ tier }) => tier === 'last')
  const others = tiers.filter(({ tier }) => tier !== 'last')
  const answers = tiers.reduce((sum, { samples }) => sum + samples, 0)
  if (last === undefined || answers < ENOUGH) return []
  const share = last.samples / answers
  const gap = last.graded < ENOUGH ? null : gapOf(last, others)
  return [
    ...(share > LARGE_SHARE
      ? [
          `${percent(share)} of the answers were read only as the last one that fits: ask for \\boxed{…} in the prompt, and see in samples.jsonl (answer_tier "last") whether they are what was meant`,
        ]
      : []),
    ...(gap === null
      ? []
      : [
          `answers read only as the last one that fits are right in ${percent(gap.last)} of samples, the others in ${percent(gap.others)}: some may be misread`,
        ]),
  ]
}

function gapOf(last: TierReadings, others: readonly TierReadings[]): { last: number; others: number } | null {
  const graded = others.reduce((sum, each) => sum + each.graded, 0)
  if (last.accuracy === null || graded < ENOUGH) return null
  const right = others.reduce((sum, each) => sum + each.graded * (each.accuracy ?? 0), 0)
  return right / graded - last.accuracy > LARGE_GAP ? { last: last.accuracy, others: right / graded } : null
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
