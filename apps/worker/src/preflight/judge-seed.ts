import type { SeedUse } from '@cges-fleet/core'
import type { Finished } from '../model-server/drawn.js'

/** What a server wrote: twice with one seed, once with another. */
export interface SeedAnswers {
  readonly first: Finished
  readonly again: Finished
  readonly other: Finished
}

/** A text as likely as this may come twice by chance. */
const LIKELY = 0.001

/** Without log-probabilities, a text of random words this long does not come twice by chance, in characters. */
const LONG = 30

/**
 * Judges what the seed does, from three answers at temperature 1. A text that was likely anyway shows nothing: its
 * probability is the product of its tokens'.
 */
export function judgeSeed({ first, again, other }: SeedAnswers): SeedUse {
  if (textOf(first) !== textOf(other)) return textOf(first) === textOf(again) ? 'honoured' : 'not_repeatable'
  return isImprobable(first) ? 'ignored' : 'unclear'
}

function isImprobable(answer: Finished): boolean {
  if (answer.logprobs === null) return textOf(answer).length >= LONG
  return answer.logprobs.reduce((sum, logprob) => sum + logprob, 0) <= Math.log(LIKELY)
}

function textOf({ reasoning, text }: Finished): string {
  return `${reasoning ?? ''}${text}`
}
