import { seededRandom } from '@cges-fleet/core'
import { tokenize, type Token } from '../answers/tokenize.js'

const WORDS = tokenize(
  ' the of and to a in is that it for was on are as with by be this from have or one had not but what all were when ' +
    'we there can an your which their said if do will each about how up out them then she many some so',
)

/** The likeliest of the other tokens takes this share of what the sampled one leaves, the next as much of the rest. */
const FALL = 0.6

export interface Alternative {
  readonly token: Token
  readonly logprob: number
}

/**
 * Makes up the likeliest other tokens at a place. The sampled token comes first whatever its probability, as in vLLM:
 * where it is small, the next entry is the likelier one.
 */
export function tokenAlternatives(sampled: Alternative, count: number): Alternative[] {
  const { token, logprob } = sampled
  if (count === 0) return []
  const random = seededRandom(`alternatives to ${token.id} at ${logprob}`)
  const others = random.shuffle(WORDS.filter(({ id }) => id !== token.id)).slice(0, count - 1)
  let left = Math.max(1e-9, 1 - Math.exp(logprob))
  return [
    sampled,
    ...others.map((other) => {
      const share = left * FALL
      left -= share
      return { token: other, logprob: Number(Math.log(share).toFixed(7)) }
    }),
  ]
}
