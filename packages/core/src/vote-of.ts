import type { MinimaByWindow, Vote } from '@cges-fleet/methods'
import type { Outcome } from './schemas/calls.js'

/** What of a landed sample a method may see. */
interface SeenSample {
  readonly outcome: Outcome
  readonly answerKey?: string | null | undefined
  readonly signals?: Vote['confidences'] | null | undefined
  readonly completionTokens?: number | null | undefined
  readonly minima?: MinimaByWindow | null | undefined
}

/** A sample as methods see it: an answer is counted only where the sample ended with one. */
export function voteOf({ outcome, answerKey, signals, completionTokens, minima }: SeenSample): Vote {
  return {
    answer: outcome === 'answer' ? (answerKey ?? null) : null,
    confidences: signals ?? {},
    ...(completionTokens == null ? {} : { tokens: completionTokens }),
    ...(minima == null ? {} : { minima }),
    ...(outcome === 'ended_early' ? { endedEarly: true } : {}),
  }
}
