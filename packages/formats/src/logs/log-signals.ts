import { certaintyConfidences, marsConfidence, tokenConfidences, type Confidences } from '@cges-fleet/methods'
import type { LogSample } from './log-entry.js'

/**
 * Computes every confidence signal of a logged sample: from its log-probabilities, with its tokens' texts also `mars`, from
 * the likeliest tokens beside each what reads self-certainty; values the log names take precedence. Empty if there is nothing to compute from. Throws a RangeError if tokens and
 * log-probabilities are not one each.
 */
export function logSignals({ logprobs, tokens, tokenCertainties, signals }: LogSample): Confidences {
  const computed = logprobs === null ? null : tokenConfidences(logprobs)
  const mars = logprobs === null || tokens === null ? null : marsConfidence({ tokens, logprobs })
  const sure = tokenCertainties === null ? null : certaintyConfidences(tokenCertainties)
  return { ...computed, ...sure, ...(mars === null ? {} : { mars: mars.confidence }), ...signals }
}
