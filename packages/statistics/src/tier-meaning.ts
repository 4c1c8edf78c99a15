import type { AnswerTier } from '@cges-fleet/answers'

/** Describes a tier for readers of a report or a page. */
export function tierMeaning(tier: AnswerTier | null): string {
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
