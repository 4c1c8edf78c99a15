/** How many of the likeliest tokens count at every place; vLLM gives no more unless told. */
export const TOKEN_CONFIDENCE_TOP = 20

/** A candidate less likely than e^−100 counts as that: servers also list tokens that sampling has ruled out. */
const LEAST = -100

/**
 * Computes how sure a model was at one place: the mean negative log-probability of its likeliest tokens, in [0, 100]. The
 * surer it was of one of them, the less likely are the others, and the larger this is; it is no probability. `logprobs`
 * are natural log-probabilities in any order, of which the twenty largest count. Null with fewer than two. Throws a
 * RangeError on NaN. Source: arXiv 2508.15260, token confidence.
 */
export function tokenConfidence(logprobs: readonly number[]): number | null {
  if (logprobs.some((each) => Number.isNaN(each))) throw new RangeError('a log-probability must be a number, not NaN')
  const top = logprobs.toSorted((a, b) => b - a).slice(0, TOKEN_CONFIDENCE_TOP)
  if (top.length < 2) return null
  const total = top.reduce((sum, each) => sum + Math.max(LEAST, Math.min(each, 0)), 0)
  // Avoids −0 when all are certain.
  return total === 0 ? 0 : -total / top.length
}
