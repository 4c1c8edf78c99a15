import { isCharged } from '@cges-fleet/core'
import { type Vote } from '@cges-fleet/methods'
import type { ReadSample } from '@cges-fleet/db'

export interface Prefix {
  /** What methods may see: the samples from index 0 up to the first gap, in index order. */
  readonly votes: readonly Vote[]
  /** The next sample could not be drawn: no method can continue past it. */
  readonly blocked: boolean
}

/** Cuts a trial's read samples at the first gap, so that the order of arrival changes nothing. */
export function contiguousPrefix(samples: readonly ReadSample[]): Prefix {
  const votes: Vote[] = []
  for (const sample of samples) {
    if (sample.index !== votes.length) break
    if (!isCharged(sample.outcome)) return { votes, blocked: true }
    votes.push(voteOf(sample))
  }
  return { votes, blocked: false }
}

/** A sample as methods see it. */
export function voteOf({ outcome, answerKey, signals, completionTokens, minima }: ReadSample): Vote {
  return {
    answer: outcome === 'answer' ? answerKey : null,
    confidences: signals ?? {},
    ...(completionTokens == null ? {} : { tokens: completionTokens }),
    ...(minima == null ? {} : { minima }),
    ...(outcome === 'ended_early' ? { endedEarly: true } : {}),
  }
}
