import { AnswerTier } from '@cges-fleet/answers'
import { isCharged, type Outcome, type ReadingWarning, type SampleReadings, type TierReadings } from '@cges-fleet/core'

/** Samples with the same outcome and the same tier, with how many of their answers were graded, and right. */
export interface ReadingCount {
  readonly outcome: Outcome
  readonly tier: AnswerTier | null
  readonly samples: number
  readonly graded: number
  readonly right: number
}

const TIERS = [...AnswerTier.options, null]
const WITHOUT = ['no_answer', 'truncated', 'declined'] as const

/**
 * Turns counts of samples into the share and the accuracy of each tier, to show which readings a result rests on; of those
 * that came to their end. A simulator's answers are invented, however they are written: they give no cause for a warning.
 */
export function summariseReadings(
  counts: readonly ReadingCount[],
  { simulated = false }: { readonly simulated?: boolean } = {},
): SampleReadings {
  const sum = (of: readonly ReadingCount[], what: 'samples' | 'graded' | 'right') =>
    of.reduce((total, count) => total + count[what], 0)
  const samples = sum(
    counts.filter(({ outcome }) => isCharged(outcome) && outcome !== 'ended_early'),
    'samples',
  )
  const tiers = TIERS.map((tier) => {
    const ofTier = counts.filter((count) => count.outcome === 'answer' && count.tier === tier)
    const graded = sum(ofTier, 'graded')
    const read = sum(ofTier, 'samples')
    const accuracy = shareOf(sum(ofTier, 'right'), graded)
    return { tier, meaning: tierMeaning(tier), samples: read, share: shareOf(read, samples), graded, accuracy }
  })
  const without = WITHOUT.map((outcome) => {
    const ofOutcome = sum(
      counts.filter((count) => count.outcome === outcome),
      'samples',
    )
    return { outcome, samples: ofOutcome, share: shareOf(ofOutcome, samples) }
  })
  return { samples, tiers, without, warnings: simulated ? [] : readingWarnings(tiers) }
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** With fewer readings a share is meaningless. */
const ENOUGH = 20
const LARGE_SHARE = 0.2
const LARGE_GAP = 0.2

/**
 * Warns if a result rests on guessed answers: if the tier `last` holds over 20 % of the answers, or is right over 20
 * points less often than the others.
 */
function readingWarnings(tiers: readonly TierReadings[]): ReadingWarning[] {
  const last = tiers.find(({ tier }) => tier === 'last')
  const others = tiers.filter(({ tier }) => tier !== 'last')
  const answers = tiers.reduce((sum, { samples }) => sum + samples, 0)
  if (last === undefined || answers < ENOUGH) return []
  const share = last.samples / answers
  const gap = last.graded < ENOUGH ? null : gapOf(last, others)
  return [
    ...(share > LARGE_SHARE ? [{ kind: 'guessed', counts: { share }, why: null } as const] : []),
    ...(gap === null ? [] : [{ kind: 'misread', counts: gap, why: null } as const]),
  ]
}

function gapOf(last: TierReadings, others: readonly TierReadings[]): { last: number; others: number } | null {
  const graded = others.reduce((sum, each) => sum + each.graded, 0)
  if (last.accuracy === null || graded < ENOUGH) return null
  const right = others.reduce((sum, each) => sum + each.graded * (each.accuracy ?? 0), 0)
  return right / graded - last.accuracy > LARGE_GAP ? { last: last.accuracy, others: right / graded } : null
}

/** Describes a tier for readers of a report or a page. */
function tierMeaning(tier: AnswerTier | null): string {
  switch (tier) {
    case 'marked':
      return 'in a box, or behind the format’s own marker'
    case 'stated':
      return 'named in words as the answer'
    case 'last':
      return 'merely the last number, date, letter or phrase that fits'
    case null:
      return 'read by a log’s own program, or before this was stored'
  }
}
