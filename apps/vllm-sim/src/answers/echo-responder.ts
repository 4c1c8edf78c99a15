import { seededRandom } from '@cges-fleet/methods'
import type { PlayedResponder } from './responder.js'
import { END_OF_TURN, tokenize } from './tokenizer.js'

/** Echoes the prompt, so that a test knows the answer beforehand, with plausible log-probabilities. */
export function echoResponder(): PlayedResponder {
  return ({ prompt, maxTokens }) => {
    const whole = [...tokenize(prompt), END_OF_TURN]
    const tokens = whole.slice(0, maxTokens)
    const random = seededRandom(`echo of ${prompt}`)
    return {
      kind: 'answer',
      tokens,
      logprobs: tokens.map(() => Number((-0.5 * random.next() ** 3).toFixed(7))),
      hasTokenIds: true,
      finish: tokens.length < whole.length ? 'length' : 'stop',
    }
  }
}
