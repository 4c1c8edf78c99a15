export interface LikelyToken {
  readonly id: number
  /** Natural logarithm of its probability under the model itself, whatever the temperature. */
  readonly logprob: number
}

/** One token of an answer. */
export interface DrawnToken extends LikelyToken {
  /** The likeliest tokens at its position, the likeliest first; as many as were requested. */
  readonly likeliest: readonly LikelyToken[]
}

/** Returns a token with its log-probability and the likeliest alternatives. */
export function drawnToken(logits: Float32Array, id: number, alternatives: number): DrawnToken {
  const whole = logSumExp(logits)
  const logprobOf = (token: number): number => (logits[token] ?? 0) - whole
  const ranked =
    alternatives === 0 ? [] : [...logits.keys()].toSorted((one, other) => logprobOf(other) - logprobOf(one))
  const likeliest = ranked.slice(0, alternatives).map((token) => ({ id: token, logprob: logprobOf(token) }))
  return { id, logprob: logprobOf(id), likeliest }
}

/** The logarithm of the sum of exponentials, computed without overflow. */
export function logSumExp(logits: Float32Array): number {
  let best = -Infinity
  for (const logit of logits) best = Math.max(best, logit)
  let sum = 0
  for (const logit of logits) sum += Math.exp(logit - best)
  return best + Math.log(sum)
}
