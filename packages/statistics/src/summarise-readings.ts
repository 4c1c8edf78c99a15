import { AnswerTier } from '@cges-fleet/answers'
import { isCharged, type Outcome, type SampleReadings } from '@cges-fleet/core'
import { readingWarnings } from './reading-warnings.js'
import { tierMeaning } from './tier-meaning.js'

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

/** Turns counts of samples into the share and the accuracy of each tier, to show which readings a result rests on; of those that came to their end. */
export function summariseReadings(counts: readonly ReadingCount[]): SampleReadings {
  const sum = (of: readonly ReadingCount[], what: 'samples' | 'graded' | 'right') =>
    of.reduce((total, count) => total + count[what], 0)
  const samples = sum(
    counts.filter(({ outcome }) => isCharged(outcome) && outcome !== 'ended_early'),
    'samples',
  )
  const tiers = TIERS.map((tier) => {
    const own = counts.filter((count) => count.outcome === 'answer' && count.tier === tier)
    const graded = sum(own, 'graded')
    const read = sum(own, 'samples')
    const accuracy = shareOf(sum(own, 'right'), graded)
    return { tier, meaning: tierMeaning(tier), samples: read, share: shareOf(read, samples), graded, accuracy }
  })
  const without = WITHOUT.map((outcome) => {
    const own = sum(
      counts.filter((count) => count.outcome === outcome),
      'samples',
    )
    return { outcome, samples: own, share: shareOf(own, samples) }
  })
  return { samples, tiers, without, warnings: readingWarnings(tiers) }
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
