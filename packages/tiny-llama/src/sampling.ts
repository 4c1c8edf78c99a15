/**
 * Chooses a token from the logits of all: tempered, then cut by min-p, top-k and top-p in this order, as vLLM does.
 * `chance` is in [0, 1); one number is used for each token, whatever the parameters.
 */
export function chooseToken(logits: Float32Array, sampling: Sampling, chance: number): number {
  const best = likeliest(logits)
  if (sampling.temperature === 0) return best
  const weights = temper(logits, best, sampling)
  const left = Float64Array.from(weights)
  const most = sampling.topK === 0 ? weights.length : sampling.topK
  const all = massOf(weights, most)
  const kept: number[] = []
  let mass = 0
  // The likeliest first, until they hold top-p: mostly few, so nothing is sorted.
  while (kept.length < most && (kept.length === 0 || mass < sampling.topP * all)) {
    const next = likeliest(left)
    const weight = left[next] ?? 0
    if (weight <= 0) break
    kept.push(next)
    mass += weight
    left[next] = 0
  }
  return draw(kept, weights, chance * mass)
}

/** The index of the largest number, the first of equals. */
function likeliest(numbers: Float32Array | Float64Array): number {
  let best = -Infinity
  let place = 0
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0
    if (number > best) {
      best = number
      place = at
    }
  }
  return place
}

/** Each token's probability over the likeliest one's, at the temperature; 0 below min-p. */
function temper(logits: Float32Array, best: number, { temperature, minP }: Sampling): Float64Array {
  const top = logits[best] ?? 0
  const weights = new Float64Array(logits.length)
  for (let at = 0; at < logits.length; at += 1) {
    const weight = Math.exp(((logits[at] ?? 0) - top) / temperature)
    weights[at] = weight < minP ? 0 : weight
  }
  return weights
}

function massOf(weights: Float64Array, most: number): number {
  const counted = most < weights.length ? weights.toSorted().subarray(-most) : weights
  return counted.reduce((sum, weight) => sum + weight, 0)
}

function draw(kept: readonly number[], weights: Float64Array, chance: number): number {
  let left = chance
  for (const token of kept) {
    left -= weights[token] ?? 0
    if (left < 0) return token
  }
  return kept.at(-1) ?? 0
}

interface LikelyToken {
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

/** Sampling parameters, with vLLM's meanings. */
export interface Sampling {
  /** 0 takes the likeliest token. */
  readonly temperature: number
  readonly topP: number
  /** 0 switches it off. */
  readonly topK: number
  readonly minP: number
}
