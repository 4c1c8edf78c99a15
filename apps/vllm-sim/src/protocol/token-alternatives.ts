import { seededRandom } from '@cges-fleet/methods'
import type { Alternative } from '../answers/responder.js'
import { tokenize } from '../answers/tokenize.js'
import type { Choice } from './choice.js'

const WORDS = tokenize(
  ' the of and to a in is that it for was on are as with by be this from have or one had not but what all were when ' +
    'we there can an your which their said if do will each about how up out them then she many some so',
)

/** The likeliest other token gets this share of the remaining probability, the next as much of the rest. */
const FALL = 0.6

/**
 * Lists the likeliest tokens at a position of an answer. The sampled token comes first whatever its probability, as in
 * vLLM: if it is small, the next entry is the likelier one.
 */
export function tokenAlternatives(
  { tokens, logprobs, alternatives }: Choice,
  place: number,
  count: number,
): Alternative[] {
  const token = tokens[place]
  const logprob = logprobs?.[place] ?? 0
  if (count === 0 || token === undefined) return []
  const sampled = { token, logprob }
  const likeliest = alternatives?.[place]
  return likeliest === undefined
    ? madeUp(sampled, count)
    : [sampled, ...likeliest.filter((other) => other.token.id !== token.id)].slice(0, count)
}

/** Makes up other tokens beside a sampled one. */
function madeUp(sampled: Alternative, count: number): Alternative[] {
  const { token, logprob } = sampled
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
