import { answerOdds } from './answer-odds.js'
import type { Character } from './character.js'
import { tokenLogprobs } from './token-logprobs.js'

/** The model of the demonstration; its parameters are fixed, so that the demonstration's digest is. */
export const DEMONSTRATION: Character = {
  odds: answerOdds,
  unboxedShare: 0.01,
  tokens: () => null,
  logprobs: tokenLogprobs,
}
