import type { AnswerTier } from '@cges-fleet/answers'

/** How an answer was found: one of our tiers, or the log's own program. */
export type ReadBy = AnswerTier | 'log'

/** Answers found in one way; `right` of those `gradable`, which have a reference answer. */
export interface TierFigures {
  readonly tier: ReadBy
  readonly answers: number
  readonly gradable: number
  readonly right: number
}

/**
 * How well a log's answers could be extracted, as counts of samples: look at them before trusting any table made from
 * it.
 */
export interface ReadingFigures {
  /** All samples drawn, without those that failed. */
  readonly samples: number
  readonly withoutAnswer: number
  /** Of them those neither truncated nor refused in which no answer was found. */
  readonly unread: number
  /** Of those without an answer: the log writes a blank or a word such as None for one. */
  readonly placeholders: number
  /** Answers of more than 100 characters. */
  readonly long: number
  /** How many texts were compared with the question's other samples, and how many repeat one. */
  readonly texts: number
  readonly identical: number
  /** Samples with a reference answer, and those of them that are right by our grade. */
  readonly gradable: number
  readonly right: number
  /** Of samples that the log grades too: their number, equal grades, and the sums of ours and of the log's grades. */
  readonly graded: number
  readonly agreed: number
  readonly gradedRight: number
  readonly logRight: number
  readonly tiers: readonly TierFigures[]
  /** Answers that words of a language state, by its ISO 639 code, the most frequent first. */
  readonly languages: readonly { readonly language: string; readonly answers: number }[]
}

/** The share of a count; null if the whole is 0. */
export function shareOf(count: number, of: number): number | null {
  return of === 0 ? null : count / of
}
