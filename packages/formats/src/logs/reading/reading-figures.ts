import type { AnswerTier } from '@cges-fleet/answers'

/** By what an answer was read: one of our tiers, or the log's own reading. */
export type ReadBy = AnswerTier | 'log'

/** The answers that were read in one way; `right` of those `gradable`, which have a reference answer. */
export interface TierFigures {
  readonly tier: ReadBy
  readonly answers: number
  readonly gradable: number
  readonly right: number
}

/** How well a log's responses were read, in counts of samples: what to look at before believing any table made of it. */
export interface ReadingFigures {
  /** All that were drawn; those that failed are none. */
  readonly samples: number
  readonly withoutAnswer: number
  /** Of them those that were neither cut short nor refused: there was something to read, and nothing was found. */
  readonly unread: number
  /** Answers of more than 100 characters. */
  readonly long: number
  /** Of how many texts it was looked whether another sample of the question has the same, and how many do. */
  readonly texts: number
  readonly identical: number
  /** Samples with a reference answer, and those of them that are right by our grade. */
  readonly gradable: number
  readonly right: number
  /** Of samples that the log grades as well: their number, equal grades, and those right by ours and by the log's. */
  readonly graded: number
  readonly agreed: number
  readonly gradedRight: number
  readonly logRight: number
  readonly tiers: readonly TierFigures[]
}

/** A share of a count; null where there is nothing to have a share of. */
export function shareOf(count: number, of: number): number | null {
  return of === 0 ? null : count / of
}
