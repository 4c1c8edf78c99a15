import { marsConfidence, tokenConfidences, type Confidences } from '@cges-fleet/methods'
import type { LogSample } from './log-entry.js'

/**
 * Computes every confidence signal of a logged sample: from its log-probabilities, with its tokens' texts also `mars`;
 * values the log names take precedence. Empty if there is nothing to compute from. Throws a RangeError if tokens and
 * log-probabilities are not one each.
 */
export function logSignals({ logprobs, tokens, signals }: LogSample): Confidences {
  const computed = logprobs === null ? null : tokenConfidences(logprobs)
  const mars = logprobs === null || tokens === null ? null : marsConfidence({ tokens, logprobs })
  return { ...computed, ...(mars === null ? {} : { mars: mars.confidence }), ...signals }
}
